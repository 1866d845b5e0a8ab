import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { oidcLoginList, returnToQuery } from '../oidc/oidc-logins.ts';
import { once } from '../paging.ts';
import { versions } from '../versions.ts';
import { byId } from './parts.ts';

/** Signing in through a provider. */
export const oidcLoginsEndpoints = {
  listOidcLogins: endpoint({
    method: 'GET',
    path: '/oidc_logins',
    summary: 'The providers that a sign-in page offers',
    access: 'public',
    since: versions.oidc,
    extension: true,
    responses: { 200: oidcLoginList },
  }),
  startOidcLogin: endpoint({
    method: 'GET',
    path: '/oidc_logins/:id',
    summary: 'Go to a provider to sign in',
    access: 'public',
    since: versions.oidc,
    extension: true,
    params: byId,
    query: returnToQuery,
    responses: { 302: null },
    problems: [429],
  }),
  finishOidcLogin: endpoint({
    method: 'GET',
    path: '/oidc_logins/callback',
    summary: 'Come back from a provider',
    access: 'public',
    since: versions.oidc,
    extension: true,
    query: z.catchall(z.object({}), z.string(once)),
    responses: { 302: null },
  }),
} as const;
