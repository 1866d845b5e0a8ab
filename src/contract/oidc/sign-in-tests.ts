import * as z from 'zod/mini';
import { filledFields } from './metadata.ts';
import { oidcLoginErrors } from './sign-in-causes.ts';
import { authorizationEndpoint, oidcOpDraftFields, requireEndpoints } from './oidc-ops.ts';
import { listWithoutStartOf } from '../paging.ts';
import { pathField } from '../path-fields.ts';

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

/** What the provider itself responded to a failed request: its own words, bounded, without tokens, codes and secrets. */
export const providerResponse = z.object({
  status: z.optional(z.number()),
  error: z.optional(z.string()),
  error_description: z.optional(z.string()),
  body: z.optional(z.string()),
});
export type ProviderResponse = z.infer<typeof providerResponse>;

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
  provider_response: z.optional(providerResponse),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  milliseconds: z.number(),
});
export type SignInStep = z.infer<typeof signInStep>;

/** Label of a rejected ID token's fact: the authorization response had the configured issuer, so that one is right. */
export const issuerOfResponse = 'iss of the authorization response';

const claims = z.nullable(z.catchall(z.object({}), z.unknown()));

/** A sign-in test (extension). Kept for ten minutes, for the user who started it. */
export const signInTest = z.object({
  oidc_trial_resource: z.string(),
  provider_name: z.string(),
  /** Whether the provider has sent the browser back. */
  returned: z.boolean(),
  finished: z.boolean(),
  /** Whether the sign-in would have succeeded; false until finished, and without a `username_path`. */
  succeeded: z.boolean(),
  steps: z.array(signInStep),
  /** The values that the metadata published when the test started; null if it wasn't fetched. */
  published: z.nullable(z.partialRecord(z.enum(filledFields), z.string())),
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
export type SignInTestStart = z.infer<typeof signInTestStart>;

/**
 * A sign-in test of an unsaved draft (extension), which is stored encrypted until the test has finished. Without a
 * `username_path`, the test ends with the claims. A draft of the saved configuration `oidc_op_resource` keeps its
 * stored secret if that was entered for the origin of its token endpoint, and isn't filled from metadata again unless
 * `metadata_url` differs.
 */
export const signInTestDraftBody = z.strictObject({
  data: requireEndpoints(
    z.strictObject({
      ...oidcOpDraftFields,
      name: z.optional(oidcOpDraftFields.name),
      username_path: z.optional(oidcOpDraftFields.username_path),
      /** A saved configuration may still have parameters that it can't get any more. */
      authorization_endpoint: z.optional(authorizationEndpoint),
      client_secret: z.optional(oidcOpDraftFields.client_secret),
      oidc_op_resource: z.optional(pathField('oidc_ops')),
    }),
  ),
});
export type SignInTestDraft = z.infer<typeof signInTestDraftBody>['data'];

/** The outcome of a saved configuration's last sign-in test (extension). Contains no claims, so it's kept. */
export const lastSignInTest = z.object({
  oidc_op_resource: z.string(),
  outcome: z.enum(['passed', 'failed', 'unfinished']),
  /** Empty unless a step failed. */
  failed_step: z.string(),
  started_at: z.string(),
});
export type LastSignInTest = z.infer<typeof lastSignInTest>;
export const lastSignInTestList = listWithoutStartOf(lastSignInTest);
