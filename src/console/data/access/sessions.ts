import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { sessionList } from '../../../contract/access/sessions.ts';
import { authenticationEndpoints } from '../../../contract/endpoints/authentication.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { lastPart } from '../../../contract/path-fields.ts';
import { call, loadList } from '../../api/exchange.ts';
import { deleteListed, write, type Written } from '../write.ts';

/** A session as listed. */
export type ListedSession = z.infer<typeof sessionList>['data'][number];

/** Identifies a session. */
export const sessionKey = ({ session_resource: path = '' }: ListedSession) => path;

/** A user's sessions, the one of this browser first, then the last used ones. @param user their path, as below */
export function sessionsQuery(user: string) {
  return queryOptions({
    queryKey: ['users', 'sessions', user],
    queryFn: async ({ signal }) => {
      const sessions = await readSessions(user, signal);
      const lastUse = ({ current, last_seen_at: at = '' }: ListedSession) => (current ? '~' : at);
      return sessions.toSorted((a, b) => (lastUse(a) < lastUse(b) ? 1 : -1));
    },
  });
}

async function readSessions(user: string, signal?: AbortSignal): Promise<ListedSession[]> {
  const keyOf = (session: ListedSession) => sessionKey(session) || undefined;
  const input = { params: { id: lastPart(user) }, signal };
  const { records } = await loadList(usersEndpoints.listSessions, input, keyOf);
  return records;
}

/** Ends one of a user's sessions. One that has ended already is as good. */
export function endSession(user: string, session: ListedSession): Promise<Written<unknown>> {
  const params = { id: lastPart(user), sid: lastPart(sessionKey(session)) };
  return deleteListed(write(call(usersEndpoints.endSession, { params }), 'The session may have been ended.'));
}

/** Ends all of a user's sessions but the one of this browser. */
export function endOtherSessions(user: string): Promise<Written<{ ended: number }>> {
  const params = { id: lastPart(user) };
  return write(call(usersEndpoints.endSessions, { params }), 'The sessions may have been ended.');
}

/** The body of `changePassword`. */
export interface PasswordChange {
  current_password: string;
  new_password: string;
}

/** Changes the signed-in user's password. */
export function changePassword(data: PasswordChange): Promise<Written<unknown>> {
  return write<unknown>(
    call(authenticationEndpoints.changePassword, { body: { data } }),
    'Your password may have been changed. If it was, the current password is the new one.',
  );
}
