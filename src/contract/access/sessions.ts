import * as z from 'zod/mini';
import { dataBody } from '../fields.ts';
import { flagParam, listOf } from '../paging.ts';
import { signInMethods } from '../activity/sign-in-events.ts';
import { givenPassword } from './authentication.ts';
import { passwordField, userPath } from './users.ts';

/** A session that hasn't ended (extension). */
export const session = z.object({
  session_resource: z.string(),
  created_at: z.string(),
  /** To the minute. */
  last_seen_at: z.string(),
  expires_at: z.string(),
  method: z.enum(signInMethods),
  oidc_op_resource: z.nullable(z.string()),
  oidc_op_name: z.nullable(z.string()),
  address: z.string(),
  user_agent: z.string(),
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;
export const sessionList = listOf(z.partial(session));

export const endedSessions = z.object({ ended: z.int() });

export const endSessionsQuery = z.strictObject({ include_current: flagParam });

/** Changes the caller's password. The current one is checked like a sign-in's. */
export const passwordChangeBody = dataBody({
  current_password: givenPassword,
  new_password: passwordField,
});

export function sessionPath(userId: number, sid: string): string {
  return `${userPath(userId)}/sessions/${sid}`;
}
