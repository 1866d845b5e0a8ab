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
    summary: 'List the providers on the sign-in page',
    access: 'public',
    since: versions.oidc,
    extension: true,
    responses: { 200: oidcLoginList },
  }),
  startOidcLogin: endpoint({
    method: 'GET',
    path: '/oidc_logins/:id',
    summary: 'Start a sign-in at a provider',
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
    summary: 'Redirect URI for sign-ins at providers',
    access: 'public',
    since: versions.oidc,
    extension: true,
    query: z.catchall(z.object({}), z.string(once)),
    responses: { 302: null },
  }),
} as const;
