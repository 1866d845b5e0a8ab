import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { sessionList } from '../../../contract/access/sessions.ts';
import { authenticationEndpoints } from '../../../contract/endpoints/authentication.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { lastPart } from '../../../contract/path-fields.ts';
import { NotDone } from '../../api/errors.ts';
import { call } from '../service/call.ts';
import { loadList } from '../service/lists.ts';
import { deleteListed, write, type WriteResult } from '../write.ts';

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
export function endSession(user: string, session: ListedSession): Promise<WriteResult<unknown>> {
  const path = sessionKey(session);
  return deleteListed(
    call(usersEndpoints.endSession, { params: { id: lastPart(user), sid: lastPart(path) } }),
    { yes: 'the session was ended', no: "the session wasn't ended" },
    async () => (await readSessions(user)).some((other) => sessionKey(other) === path),
  );
}

/** Ends all of a user's sessions but the one of this browser. */
export function endOtherSessions(user: string): Promise<WriteResult<{ ended: number }>> {
  return write(call(usersEndpoints.endSessions, { params: { id: lastPart(user) } }), {
    yes: 'the sessions were ended',
    no: "the sessions weren't ended",
    find: async () =>
      (await readSessions(user)).some(({ current }) => current !== true) ? undefined : { ended: 0 },
  });
}

/** The body of `changePassword`. */
export interface PasswordChange {
  current_password: string;
  new_password: string;
}

/** Changes the signed-in user's password. */
export function changePassword(data: PasswordChange): Promise<WriteResult<unknown>> {
  return write<unknown>(call(authenticationEndpoints.changePassword, { body: { data } }), {
    yes: 'your password was changed',
    no: "your password wasn't changed",
    // A password can't be read.
    find: () => {
      throw new NotDone(
        "The response was lost, so it's not known whether your password was changed. If it was, the current password is the new one.",
      );
    },
  });
}
