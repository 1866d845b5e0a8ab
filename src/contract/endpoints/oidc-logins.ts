import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  oidcDraftTrialBody,
  oidcLoginList,
  oidcTrial,
  oidcTrialStart,
  returnToQuery,
} from '../oidc-logins.ts';
import { versions } from '../versions.ts';
import { byId, need } from './parts.ts';

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
  }),
  finishOidcLogin: endpoint({
    method: 'GET',
    path: '/oidc_logins/callback',
    summary: 'Come back from a provider',
    access: 'public',
    since: versions.oidc,
    extension: true,
    query: z.record(z.string(), z.string()),
    responses: { 302: null },
  }),
  startOidcTrial: endpoint({
    method: 'POST',
    path: '/oidc_logins/:id/trials',
    summary: "Start a dry run of a provider's sign-in",
    access: need('palisade', 'rw'),
    since: versions.oidc,
    extension: true,
    params: byId,
    responses: { 201: oidcTrialStart },
  }),
  startOidcDraftTrial: endpoint({
    method: 'POST',
    path: '/oidc_trials',
    summary: 'Start a dry run of a configuration that is not saved',
    access: need('palisade', 'rw'),
    since: versions.oidc,
    extension: true,
    body: oidcDraftTrialBody,
    responses: { 201: oidcTrialStart },
  }),
  getOidcTrial: endpoint({
    method: 'GET',
    path: '/oidc_trials/:id',
    summary: 'The steps of a dry run',
    access: need('palisade', 'rw'),
    since: versions.oidc,
    extension: true,
    params: z.object({ id: z.string().check(z.regex(/^[\w-]{20,64}$/)) }),
    responses: { 200: oidcTrial },
  }),
} as const;
