import { endpoint } from '../endpoint.ts';
import { authenticationResult, signInBody } from '../access/authentication.ts';
import { limits } from '../limits.ts';

/** Signing in and out, and the signed-in user. */
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
} as const;
