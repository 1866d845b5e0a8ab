import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { passwordChangeBody, sessionList } from '../../../contract/access/sessions.ts';
import { authenticationEndpoints } from '../../../contract/endpoints/authentication.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { lastPart } from '../../../contract/path-fields.ts';
import { call, loadList } from '../../api/exchange.ts';
import { deleteListed, planWrite, write, type PlannedWrite, type Written } from '../write.ts';

/** A session as listed. */
export type ListedSession = z.infer<typeof sessionList>['data'][number];

/** Identifies a session. */
export const sessionKey = ({ session_resource: path = '' }: ListedSession) => path;

/** A user's sessions, the one of this browser first, then the last used ones. @param user their path, as below */
export function sessionsQuery(user: string) {
  return queryOptions({
    queryKey: ['users', 'sessions', user],
    queryFn: async ({ signal }) => {
      const input = { params: { id: lastPart(user) }, signal };
      const keyOf = ({ session_resource: path }: ListedSession) => path;
      const { records } = await loadList(usersEndpoints.listSessions, input, keyOf);
      const lastUse = ({ current, last_seen_at: at = '' }: ListedSession) => (current ? '~' : at);
      return records.toSorted((a, b) => (lastUse(a) < lastUse(b) ? 1 : -1));
    },
  });
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

/** Changes the signed-in user's password. */
export function planPasswordChange(data: z.infer<typeof passwordChangeBody>['data']): PlannedWrite<unknown> {
  return planWrite(
    authenticationEndpoints.changePassword,
    { body: { data } },
    'Your password may have been changed. If it was, the current password is the new one.',
  );
}
