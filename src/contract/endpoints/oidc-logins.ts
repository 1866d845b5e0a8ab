import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  oidcButton,
  oidcButtonBody,
  oidcLoginList,
  oidcSessionCountList,
  returnToQuery,
} from '../oidc/oidc-logins.ts';
import { versions } from '../versions.ts';
import { byId, requires } from './parts.ts';

const open = { access: 'public', since: versions.oidc, extension: true } as const;

const callbackQuery = z.catchall(z.object({}), z.string());

export const oidcLoginsEndpoints = {
  listOidcLogins: endpoint('GET', '/oidc_logins', 'List the providers on the sign-in page', {
    ...open,
    responses: { 200: oidcLoginList },
  }),
  countOidcSessions: endpoint(
    'GET',
    '/oidc_session_counts',
    'Count sessions by the provider they started through',
    {
      ...open,
      access: requires('palisade', 'ro'),
      responses: { 200: oidcSessionCountList },
    },
  ),
  startOidcLogin: endpoint('GET', '/oidc_logins/:id', 'Start a sign-in at a provider', {
    ...open,
    params: byId,
    query: returnToQuery,
    responses: { 302: null },
    problems: [404, 429],
  }),
  getOidcButton: endpoint('GET', '/oidc_ops/:id/login', "Say whether a provider's button is suspended", {
    ...open,
    access: requires('palisade', 'ro'),
    params: byId,
    responses: { 200: oidcButton },
  }),
  updateOidcButton: endpoint('PUT', '/oidc_ops/:id/login', "Suspend or resume a provider's button", {
    ...open,
    access: requires('palisade', 'rw'),
    params: byId,
    body: oidcButtonBody,
    responses: { 200: oidcButton },
  }),
  finishOidcLogin: endpoint('GET', '/oidc_logins/callback', 'Redirect URI for sign-ins at providers', {
    ...open,
    query: callbackQuery,
    responses: { 302: null },
  }),
  rejectOidcForm: endpoint('POST', '/oidc_logins/callback', 'Explain that a form is not accepted', {
    ...open,
    query: callbackQuery,
    responses: { 302: null },
  }),
} as const;
