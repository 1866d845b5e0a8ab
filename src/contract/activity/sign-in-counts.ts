import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { rejectionCodes, signInEventQuery, loggedMethods } from './sign-in-events.ts';
import { isoTime } from './activity-query.ts';
import { listParam } from '../paging.ts';

const mostPeriods = `must have 1 to ${limits.periodsCounted} times`;

/** Filters for counting sign-ins, and the periods to count them in (extension). */
export const signInCountQuery = z.strictObject({
  ...z.pick(signInEventQuery, { login: true, user: true, oidc_op: true, outcome: true, code: true }).shape,
  /** When each period starts, in order; it ends where the next one starts. So the client chooses hours, days and the time zone. */
  starts: z.pipe(
    listParam,
    z.array(isoTime).check(
      z.maxLength(limits.periodsCounted, mostPeriods),
      z.refine(
        (times) => times.every((time, index) => index === 0 || Number(times[index - 1]) < Number(time)),
        'must be in order',
      ),
    ),
  ),
  /** The end of the last period; now if it's absent. */
  until: z.optional(isoTime),
});
export type SignInCountQuery = z.infer<typeof signInCountQuery>;

/** Sign-ins of one period with the same method, provider and result (extension). */
export const signInCount = z.object({
  start: z.string(),
  method: z.enum(loggedMethods),
  oidc_op_resource: z.nullable(z.string()),
  /** Null if they succeeded. */
  code: z.nullable(z.enum(rejectionCodes)),
  count: z.int(),
  /** The most recent one. */
  sign_in_event_resource: z.string(),
  at: z.string(),
});
export type SignInCount = z.infer<typeof signInCount>;

/** Counts other than 0. `complete` is false if there are so many sign-ins that only the most recent ones are counted. */
export const signInCounts = z.object({ data: z.array(signInCount), complete: z.boolean() });
export type SignInCounts = z.infer<typeof signInCounts>;
