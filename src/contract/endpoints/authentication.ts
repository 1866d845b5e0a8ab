import { endpoint } from '../endpoint.ts';
import { authenticationResult, signInBody } from '../access/authentication.ts';
import { passwordChangeBody } from '../access/sessions.ts';
import { limits } from '../limits.ts';
import { empty } from './parts.ts';

export const authenticationEndpoints = {
  signIn: endpoint('POST', '/authentication', 'Sign in with login and password', {
    access: 'public',
    body: signInBody,
    bodyBytes: limits.signInBodyBytes,
    responses: { 201: authenticationResult },
    problems: [401, 429],
  }),
  getAuthentication: endpoint('GET', '/authentication', 'Get the signed-in user with their group and roles', {
    access: 'signed in',
    responses: { 200: authenticationResult },
  }),
  signOut: endpoint('DELETE', '/authentication', 'Sign out', {
    access: 'signed in',
    extension: true,
    responses: { 204: null },
    problems: [403],
  }),
  changePassword: endpoint('POST', '/authentication/password', "Change the signed-in user's password", {
    access: 'signed in',
    extension: true,
    body: passwordChangeBody,
    bodyBytes: limits.signInBodyBytes,
    responses: { 200: empty },
    problems: [403, 409, 429],
  }),
} as const;
