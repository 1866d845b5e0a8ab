import * as z from 'zod/mini';
import { oidcLoginErrors } from './oidc-logins.ts';
import { oidcOpDraftFields, requireEndpoints } from './oidc-ops.ts';
import { pathField } from '../path-fields.ts';

/** The steps of a provider sign-in, in order. */
export const signInSteps = [
  'discovery',
  'authorization_request',
  'callback',
  'token_request',
  'id_token_claims',
  'id_token_signature',
  'userinfo',
  'username_path',
  'local_user',
] as const;
export type SignInStepName = (typeof signInSteps)[number];

/**
 * One step of a sign-in test: what was done, the verdict, the expected and actual values if any, how to fix
 * a failure, and details. Tokens, codes and the client secret are redacted everywhere.
 */
export const signInStep = z.object({
  name: z.enum(signInSteps),
  verdict: z.enum(['passed', 'failed', 'skipped', 'warning']),
  message: z.string(),
  error: z.optional(z.enum(oidcLoginErrors)),
  expected: z.optional(z.string()),
  actual: z.optional(z.string()),
  repair: z.optional(z.string()),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  milliseconds: z.number(),
});
export type SignInStep = z.infer<typeof signInStep>;

const claims = z.nullable(z.catchall(z.object({}), z.unknown()));

/** A sign-in test (extension). Kept for ten minutes, for the session that started it. */
export const signInTest = z.object({
  oidc_trial_resource: z.string(),
  provider_name: z.string(),
  finished: z.boolean(),
  /** Whether the sign-in would have succeeded; false until finished. */
  succeeded: z.boolean(),
  steps: z.array(signInStep),
  /** Also set for a rejected ID token, to help explain why; unverified in that case. */
  id_token_claims: claims,
  userinfo_claims: claims,
  /** The login that `username_path` extracted, and its user; empty if there's none. */
  login: z.string(),
  user_resource: z.string(),
  started_at: z.string(),
});
export type SignInTest = z.infer<typeof signInTest>;

/**
 * A started sign-in test (extension): the URL to open in a browser, empty if the test has already failed, and where to
 * read the result.
 */
export const signInTestStart = z.object({ oidc_trial_resource: z.string(), authorization_url: z.string() });

/**
 * A sign-in test of an unsaved draft (extension). The draft is kept in memory only. `client_secret` is optional for a
 * draft of the saved configuration `oidc_op_resource` with the same issuer, token endpoint and client ID.
 */
export const signInTestDraftBody = z.strictObject({
  data: requireEndpoints(
    z.strictObject({
      ...oidcOpDraftFields,
      client_secret: z.optional(oidcOpDraftFields.client_secret),
      oidc_op_resource: z.optional(pathField('oidc_ops')),
    }),
  ),
});
export type SignInTestDraft = z.infer<typeof signInTestDraftBody>['data'];
