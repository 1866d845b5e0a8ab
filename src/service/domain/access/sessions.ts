import { limits } from '../../../contract/limits.ts';
import { alertsKeptFor } from '../alerts/delivery.ts';
import type { Caller } from './caller.ts';
import { isAhead, latestCredible } from '../clock.ts';
import type { SignInOrigin } from '../activity/activity-ports.ts';
import type { Stores, UserRow } from '../ports.ts';
import type { LiveSessions } from './access-ports.ts';
import { Problem } from '../problem.ts';
import { newToken, tokenHash } from './tokens.ts';

/** The user was suspended or deleted during the sign-in. */
export class UserGone extends Problem {}

/**
 * Opens a session, records the sign-in, and returns the session's id, which is stored only in the cookie; in a transaction.
 * @param through the provider used to sign in; undefined for a password
 * @throws UserGone
 */
export async function openSession(
  stores: Stores,
  { id: userId, login }: Pick<UserRow, 'id' | 'login'>,
  now: Date,
  origin: SignInOrigin,
  through?: { id: number; name: string; stateHash: string; returnTo: string },
): Promise<string> {
  const isActive = await stores.users.recordSignIn(userId, now, through?.name ?? 'password');
  if (!isActive) throw new UserGone(401, ['wrong login or password']);
  const id = newToken();
  await stores.sessions.insert({
    id_hash: tokenHash(id),
    user_id: userId,
    created_at: now,
    last_used_at: now,
    oidc_op_id: through?.id ?? null,
    address: origin.address,
    user_agent: origin.userAgent,
    state_hash: through?.stateHash ?? null,
    return_to: through?.returnTo ?? null,
  });
  const method = through ? 'oidc' : 'password';
  await stores.signInEvents.record({ ...origin, method, login, oidcOp: through });
  return id;
}

/** Loads a user with their roles. @returns undefined if the user doesn't exist */
export async function callerOf(stores: Stores, userId: number, via: string): Promise<Caller | undefined> {
  const user = await stores.users.find(userId);
  if (!user || user.suspended_at) return undefined;
  const roles = await stores.roles.ofUser(userId);
  return { userId, login: user.login, groupId: user.group_id, roles, via };
}

/** Whether a session has expired. So have those from the future: opened while a clock was ahead, they would last too long. */
export function isOver(createdAt: Date, lastUsedAt: Date, now: Date): boolean {
  return createdAt < earliestCreation(now) || lastUsedAt < earliestUse(now) || isAhead(createdAt, now);
}

export function liveSessions(now: Date): LiveSessions {
  return {
    usedSince: earliestUse(now),
    createdSince: earliestCreation(now),
    createdUntil: latestCredible(now),
  };
}

function earliestUse(now: Date): Date {
  return new Date(now.getTime() - limits.sessionIdleSeconds * 1000);
}

function earliestCreation(now: Date): Date {
  return new Date(now.getTime() - limits.sessionMaxSeconds * 1000);
}

/** Removes expired sessions, old failures, unfinished provider sign-ins, expired sign-in tests and old alerts. */
export async function sweepSessions(stores: Stores, now: Date): Promise<void> {
  await stores.sessions.sweep(earliestUse(now), earliestCreation(now));
  await stores.signInFailures.sweep(earliestUse(now));
  await stores.oidcRequests.sweep(new Date(now.getTime() - limits.oidcRequestSeconds * 1000));
  await stores.signInTests.sweep(new Date(now.getTime() - limits.signInTestSeconds * 1000));
  await stores.alerts.sweep(new Date(now.getTime() - alertsKeptFor));
}
