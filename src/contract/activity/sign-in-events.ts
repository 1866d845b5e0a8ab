import * as z from 'zod/mini';
import { oidcLoginErrors } from '../oidc/sign-in-causes.ts';
import { signInStep } from '../oidc/sign-in-tests.ts';
import { pathField } from '../path-fields.ts';
import { activityQuery, logOf } from './activity-query.ts';

export const signInOutcomes = ['signed_in', 'rejected'] as const;
export const signInMethods = ['password', 'oidc'] as const;
export const loggedMethods = [...signInMethods, 'api_key'] as const;

/** Why a sign-in was rejected: the codes of provider sign-ins, and those of passwords. */
export const rejectionCodes = [...oidcLoginErrors, 'wrong_password', 'no_password', 'expired_key'] as const;
export type RejectionCode = (typeof rejectionCodes)[number];

export const signInEvent = z.object({
  sign_in_event_resource: z.string(),
  at: z.string(),
  outcome: z.enum(signInOutcomes),
  /** An API key's is recorded only once it has expired, at most once an hour. */
  method: z.enum(loggedMethods),
  /** Null unless it names a user: people also type passwords into this field. */
  login: z.nullable(z.string()),
  /** What the provider's claims gave, if no user has it. */
  unknown_login: z.nullable(z.string()),
  user: z.nullable(z.string()),
  oidc_op_resource: z.nullable(z.string()),
  oidc_op_name: z.nullable(z.string()),
  address: z.string(),
  user_agent: z.string(),
  request_id: z.string(),
  reference: z.nullable(z.string()),
  code: z.nullable(z.enum(rejectionCodes)),
});
export type SignInEvent = z.infer<typeof signInEvent>;
const listedSignInEvent = z.partial(signInEvent);
export const signInEventList = logOf(listedSignInEvent);

/** A sign-in event with the steps of a rejected one, as in a sign-in test (extension). */
export const signInEventDetail = z.object({ ...signInEvent.shape, steps: z.array(signInStep) });
export type SignInEventDetail = z.infer<typeof signInEventDetail>;

export const signInEventQuery = z.strictObject({
  ...activityQuery.shape,
  oidc_op: z.optional(pathField('oidc_ops')),
  outcome: z.optional(z.enum(signInOutcomes, 'must be signed_in or rejected')),
  code: z.optional(z.enum(rejectionCodes, 'must be the code of a rejected sign-in')),
  reference: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[A-Za-z]{8}$/, 'must be 8 letters')),
      z.transform((reference) => reference.toUpperCase()),
    ),
  ),
});
export type SignInEventQuery = z.infer<typeof signInEventQuery>;

export function signInEventPath(id: number): string {
  return `/sign_in_events/${id}`;
}
