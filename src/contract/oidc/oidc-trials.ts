import * as z from 'zod/mini';
import { oidcLoginErrors } from './oidc-logins.ts';
import { oidcOpDraftFields, requireEndpoints } from './oidc-ops.ts';
import { pathField } from '../path-fields.ts';

/** Steps of a sign-in through a provider, in their order. */
export const oidcTrialSteps = [
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
export type OidcTrialStepName = (typeof oidcTrialSteps)[number];

/**
 * One step of a dry run: what was done and whether it held, the two values compared where there are two, what to do
 * about a failure, and facts worth reading. Tokens, codes and the client secret are redacted in all of them.
 */
export const oidcTrialStep = z.object({
  name: z.enum(oidcTrialSteps),
  verdict: z.enum(['passed', 'failed', 'skipped', 'warning']),
  message: z.string(),
  error: z.optional(z.enum(oidcLoginErrors)),
  expected: z.optional(z.string()),
  actual: z.optional(z.string()),
  repair: z.optional(z.string()),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  milliseconds: z.number(),
});
export type OidcTrialStep = z.infer<typeof oidcTrialStep>;

const claims = z.nullable(z.catchall(z.object({}), z.unknown()));

/** A dry run of a sign-in (extension). Kept for ten minutes, for the session that started it. */
export const oidcTrial = z.object({
  oidc_trial_resource: z.string(),
  provider_name: z.string(),
  finished: z.boolean(),
  /** Whether the sign-in would have worked; false until it is finished. */
  succeeded: z.boolean(),
  steps: z.array(oidcTrialStep),
  /** Also those of an ID Token that was refused, to see why: nothing vouches for them then. */
  id_token_claims: claims,
  userinfo_claims: claims,
  /** What `username_path` gave, and the user of that login; empty where there is none. */
  login: z.string(),
  user_resource: z.string(),
  started_at: z.string(),
});
export type OidcTrial = z.infer<typeof oidcTrial>;

/**
 * Start of a dry run (extension): the address to open in a browser, empty where it failed before that, and where to
 * read how it goes.
 */
export const oidcTrialStart = z.object({ oidc_trial_resource: z.string(), authorization_url: z.string() });

/**
 * A dry run of what is not saved (extension). The draft lives in memory only. `client_secret` may be left out for a
 * draft of a saved configuration, named by `oidc_op_resource`, whose issuer, token endpoint and client id it keeps.
 */
export const oidcDraftTrialBody = z.strictObject({
  data: requireEndpoints(
    z.strictObject({
      ...oidcOpDraftFields,
      client_secret: z.optional(oidcOpDraftFields.client_secret),
      oidc_op_resource: z.optional(pathField('oidc_ops')),
    }),
  ),
});
export type OidcDraftTrial = z.infer<typeof oidcDraftTrialBody>['data'];
