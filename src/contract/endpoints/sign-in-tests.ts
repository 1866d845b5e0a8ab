import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  lastSignInTestList,
  signInTest,
  signInTestDraftBody,
  signInTestStart,
} from '../oidc/sign-in-tests.ts';
import { versions } from '../versions.ts';
import { byId, requires } from './parts.ts';

const writes = { access: requires('palisade', 'rw'), since: versions.oidc, extension: true } as const;

export const signInTestsEndpoints = {
  listLastSignInTests: endpoint(
    'GET',
    '/oidc_trials',
    "List the outcome of each provider's last sign-in test",
    {
      access: requires('palisade', 'ro'),
      since: versions.oidc,
      extension: true,
      responses: { 200: lastSignInTestList },
    },
  ),
  startSignInTest: endpoint('POST', '/oidc_logins/:id/trials', 'Start a sign-in test of a provider', {
    ...writes,
    params: byId,
    responses: { 201: signInTestStart },
  }),
  startDraftSignInTest: endpoint('POST', '/oidc_trials', 'Start a sign-in test of an unsaved configuration', {
    ...writes,
    body: signInTestDraftBody,
    responses: { 201: signInTestStart },
  }),
  getSignInTest: endpoint('GET', '/oidc_trials/:id', 'Get the steps of a sign-in test', {
    ...writes,
    params: z.object({ id: z.string().check(z.regex(/^[\w-]{20,64}$/)) }),
    responses: { 200: signInTest },
  }),
} as const;
