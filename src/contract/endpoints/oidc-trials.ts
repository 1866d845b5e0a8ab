import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { oidcDraftTrialBody, oidcTrial, oidcTrialStart } from '../oidc/oidc-trials.ts';
import { versions } from '../versions.ts';
import { byId, requires } from './parts.ts';

/** Sign-in tests. */
export const oidcTrialsEndpoints = {
  startOidcTrial: endpoint({
    method: 'POST',
    path: '/oidc_logins/:id/trials',
    summary: 'Start a sign-in test of a provider',
    access: requires('palisade', 'rw'),
    since: versions.oidc,
    extension: true,
    params: byId,
    responses: { 201: oidcTrialStart },
  }),
  startOidcDraftTrial: endpoint({
    method: 'POST',
    path: '/oidc_trials',
    summary: 'Start a sign-in test of an unsaved configuration',
    access: requires('palisade', 'rw'),
    since: versions.oidc,
    extension: true,
    body: oidcDraftTrialBody,
    responses: { 201: oidcTrialStart },
  }),
  getOidcTrial: endpoint({
    method: 'GET',
    path: '/oidc_trials/:id',
    summary: 'Get the steps of a sign-in test',
    access: requires('palisade', 'rw'),
    since: versions.oidc,
    extension: true,
    params: z.object({ id: z.string().check(z.regex(/^[\w-]{20,64}$/)) }),
    responses: { 200: oidcTrial },
  }),
} as const;
