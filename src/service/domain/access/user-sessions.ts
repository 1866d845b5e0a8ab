import { limits } from '../../../contract/limits.ts';
import type { Page, PageQuery } from '../../../contract/paging.ts';
import { sessionPath, type Session } from '../../../contract/access/sessions.ts';
import type { OidcSessionCount } from '../../../contract/oidc/oidc-logins.ts';
import { oidcOpPath } from '../oidc/oidc-op-record.ts';
import { requireOidc } from '../oidc/oidc-ops.ts';
import type { ListedSessionRow } from './access-ports.ts';
import { orNotFound } from '../problem.ts';
import { requireOnUser, type Acting, type Caller } from './caller.ts';
import { isOver, liveSessions } from './sessions.ts';

/** A page of a user's sessions. @throws Problem 404, 403 */
export async function listSessions(
  acting: Acting,
  userId: number,
  { start, limit }: PageQuery,
  now: Date,
): Promise<Page<Session>> {
  await requireOnUser(acting, userId, 'ro');
  const page = await acting.stores.sessions.list(userId, liveSessions(now), start, limit);
  return { ...page, data: page.data.map((row) => sessionRecord(row, acting.caller)) };
}

/** Ends a session; in a transaction. @returns the ended session @throws Problem 404, 403 */
export async function endUserSession(
  acting: Acting,
  userId: number,
  sid: string,
  now: Date,
): Promise<Session> {
  const { stores, caller } = acting;
  await requireOnUser(acting, userId, 'rw');
  const found = await stores.sessions.find(userId, liveSessions(now), sid);
  const row = orNotFound(found, `Session ${sid}`);
  await stores.sessions.delete(row.id_hash);
  return sessionRecord(row, caller);
}

/**
 * Ends a user's sessions; in a transaction.
 * @param includeCurrent whether the caller's own session ends too
 * @returns how many ended
 * @throws Problem 404, 403
 */
export async function endUserSessions(
  acting: Acting,
  userId: number,
  includeCurrent: boolean,
  now: Date,
): Promise<number> {
  const { stores, caller } = acting;
  await requireOnUser(acting, userId, 'rw');
  const kept = includeCurrent ? undefined : caller.sessionHash;
  const deleted = await stores.sessions.deleteOfUser(userId, kept);
  return deleted.filter((row) => !isOver(row.created_at, row.last_used_at, now)).length;
}

/** Counts the sessions that started through each configuration, and the users whom it knows; those without any are left out. */
export async function countOidcSessions(acting: Acting, now: Date): Promise<OidcSessionCount[]> {
  await requireOidc(acting, 'ro');
  const sessions = await acting.stores.sessions.countByOidcOp(liveSessions(now));
  const identities = await acting.stores.identities.countByOidcOp();
  const ids = new Set([...sessions, ...identities].map(({ id }) => id));
  return [...ids]
    .toSorted((one, other) => one - other)
    .map((id) => ({
      oidc_op_resource: oidcOpPath(id),
      sessions: sessions.find((each) => each.id === id)?.sessions ?? 0,
      identities: identities.find((each) => each.id === id)?.identities ?? 0,
    }));
}

const minute = 60_000;

function sessionRecord(row: ListedSessionRow, caller: Caller): Session {
  const lastUse = row.last_used_at.getTime();
  const idleUntil = lastUse + limits.sessionIdleSeconds * 1000;
  const lastsUntil = row.created_at.getTime() + limits.sessionMaxSeconds * 1000;
  return {
    session_resource: sessionPath(row.user_id, row.sid),
    created_at: row.created_at.toISOString(),
    last_seen_at: new Date(Math.floor(lastUse / minute) * minute).toISOString(),
    expires_at: new Date(Math.min(idleUntil, lastsUntil)).toISOString(),
    method: row.oidc_op_id === null ? 'password' : 'oidc',
    oidc_op_resource: row.oidc_op_id === null ? null : oidcOpPath(row.oidc_op_id),
    oidc_op_name: row.oidc_op_name,
    address: row.address,
    user_agent: row.user_agent,
    current: row.id_hash === caller.sessionHash,
  };
}
