import { atLeast, versions } from '../../../contract/versions.ts';
import { limits } from '../../../contract/limits.ts';
import type { Caller } from './caller.ts';
import { isAhead } from '../clock.ts';
import type { Stores } from '../ports.ts';
import { newToken, tokenHash } from './tokens.ts';

/** The last use of a session or key is updated at most this often. */
const touchMilliseconds = 60_000;

/** A request's credentials. */
export interface Credentials {
  sessionId?: string;
  apiKey?: string;
}

/**
 * Opens a session and returns its id, which is stored only in the cookie.
 * @param through the provider used to sign in; undefined for a password
 */
export async function openSession(
  stores: Stores,
  userId: number,
  now: Date,
  through?: { id: number; name: string },
): Promise<string> {
  const id = newToken();
  await stores.sessions.insert({
    id_hash: tokenHash(id),
    user_id: userId,
    created_at: now,
    last_used_at: now,
    oidc_op_id: through?.id ?? null,
  });
  await stores.users.recordSignIn(userId, now, through?.name ?? 'password');
  return id;
}

/** Ends a session, if it exists. */
export async function endSession(stores: Stores, id: string | undefined): Promise<void> {
  if (id !== undefined) await stores.sessions.delete(tokenHash(id));
}

/** Authenticates a request. @returns undefined if its credentials are missing, unknown or expired */
export async function identify(
  stores: Stores,
  credentials: Credentials,
  now: Date,
  serviceVersion: string,
): Promise<Caller | undefined> {
  if (credentials.apiKey !== undefined) {
    if (!atLeast(serviceVersion, versions.apiKeys)) return undefined;
    return identifyByKey(stores, credentials.apiKey, now);
  }
  return credentials.sessionId === undefined
    ? undefined
    : identifyBySession(stores, credentials.sessionId, now);
}

async function identifyByKey(stores: Stores, key: string, now: Date): Promise<Caller | undefined> {
  const row = await stores.apiKeys.findByHash(tokenHash(key));
  if (!row) return undefined;
  if (isStale(row.last_used_at, now)) await stores.apiKeys.touch(row.id, now);
  return callerOf(stores, row.user_id);
}

async function identifyBySession(stores: Stores, id: string, now: Date): Promise<Caller | undefined> {
  const session = await stores.sessions.find(tokenHash(id));
  if (!session || isOver(session.created_at, session.last_used_at, now)) return undefined;
  if (isStale(session.last_used_at, now)) await stores.sessions.touch(session.id_hash, now);
  const caller = await callerOf(stores, session.user_id);
  return caller && { ...caller, sessionHash: session.id_hash, oidcOpId: session.oidc_op_id };
}

/** Loads a user with their roles. @returns undefined if the user doesn't exist */
export async function callerOf(stores: Stores, userId: number): Promise<Caller | undefined> {
  const user = await stores.users.find(userId);
  const roles = user ? await stores.roles.ofUser(userId) : [];
  return user && { userId, login: user.login, groupId: user.group_id, roles };
}

/** Also ends sessions from the future: opened while a clock was ahead, they would last too long. */
function isOver(createdAt: Date, lastUsedAt: Date, now: Date): boolean {
  return createdAt < earliestCreation(now) || lastUsedAt < earliestUse(now) || isAhead(createdAt, now);
}

function earliestUse(now: Date): Date {
  return new Date(now.getTime() - limits.sessionIdleSeconds * 1000);
}

function earliestCreation(now: Date): Date {
  return new Date(now.getTime() - limits.sessionMaxSeconds * 1000);
}

function isStale(lastUse: Date | null, now: Date): boolean {
  return lastUse === null || now.getTime() - lastUse.getTime() >= touchMilliseconds || isAhead(lastUse, now);
}

/** Removes expired sessions, old failures, unfinished provider sign-ins and expired sign-in tests. */
export async function sweepSessions(stores: Stores, now: Date): Promise<void> {
  await stores.sessions.sweep(earliestUse(now), earliestCreation(now));
  await stores.signInFailures.sweep(earliestUse(now));
  await stores.oidcRequests.sweep(new Date(now.getTime() - limits.oidcRequestSeconds * 1000));
  await stores.signInTests.sweep(new Date(now.getTime() - limits.signInTestSeconds * 1000));
}
