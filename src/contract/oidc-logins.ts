import * as z from 'zod/mini';
import { listWithoutStartOf } from './paging.ts';

/** What a sign-in page needs to draw the button of one provider (extension). */
export const oidcLogin = z.object({
  name: z.string(),
  oidc_op_resource: z.string(),
  login_resource: z.string(),
});
export const oidcLoginList = listWithoutStartOf(oidcLogin);

/** Where to go after sign-in: a path on this origin, never an address elsewhere. */
export const returnToQuery = z.strictObject({
  return_to: z._default(z.string().check(z.regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'must be a local path')), '/'),
});

/** Start of a dry run of a provider's sign-in (extension). */
export const oidcTrialStart = z.object({ oidc_trial_resource: z.string(), authorization_url: z.string() });

/** One step of a dry run: what was done, whether it held, and the two values compared, redacted. */
export const oidcTrialStep = z.object({
  name: z.string(),
  verdict: z.enum(['passed', 'failed', 'skipped', 'warning']),
  message: z.string(),
  expected: z.optional(z.string()),
  actual: z.optional(z.string()),
  milliseconds: z.number(),
});
export const oidcTrial = z.object({
  oidc_trial_resource: z.string(),
  finished: z.boolean(),
  steps: z.array(oidcTrialStep),
});
