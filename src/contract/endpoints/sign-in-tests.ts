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

/** Sign-in tests. */
export const signInTestsEndpoints = {
  listLastSignInTests: endpoint({
    method: 'GET',
    path: '/oidc_trials',
    summary: 'List the outcome of each provider’s last sign-in test',
    access: requires('palisade', 'ro'),
    since: versions.oidc,
    extension: true,
    responses: { 200: lastSignInTestList },
  }),
  startSignInTest: endpoint({
    method: 'POST',
    path: '/oidc_logins/:id/trials',
    summary: 'Start a sign-in test of a provider',
    access: requires('palisade', 'rw'),
    since: versions.oidc,
    extension: true,
    params: byId,
    responses: { 201: signInTestStart },
  }),
  startDraftSignInTest: endpoint({
    method: 'POST',
    path: '/oidc_trials',
    summary: 'Start a sign-in test of an unsaved configuration',
    access: requires('palisade', 'rw'),
    since: versions.oidc,
    extension: true,
    body: signInTestDraftBody,
    responses: { 201: signInTestStart },
  }),
  getSignInTest: endpoint({
    method: 'GET',
    path: '/oidc_trials/:id',
    summary: 'Get the steps of a sign-in test',
    access: requires('palisade', 'rw'),
    since: versions.oidc,
    extension: true,
    params: z.object({ id: z.string().check(z.regex(/^[\w-]{20,64}$/)) }),
    responses: { 200: signInTest },
  }),
} as const;
