import { recordUser } from '../activity/record-changes.ts';
import { orNotFound, Problem } from '../problem.ts';
import type { UserRow } from '../ports.ts';
import type { Acting } from './caller.ts';

/** The caller, who needs a session and a password. @throws Problem 403, 409 */
export async function requirePassword({ stores, caller }: Acting): Promise<UserRow> {
  if (caller.sessionHash === undefined)
    throw new Problem(403, ["API keys can't change passwords: sign in to change yours"]);
  const user = orNotFound(await stores.users.find(caller.userId), `User ${caller.userId}`);
  if (user.password_hash === null)
    throw new Problem(409, ['your account has no password: you sign in through a provider']);
  return user;
}

/**
 * Replaces the caller's password and ends their other sessions; in a transaction.
 * @param checked the caller as of when the current password was checked
 * @throws Problem 409 if the password has been changed since, which must not be undone
 */
export async function changePassword(
  { stores, caller }: Acting,
  checked: UserRow,
  passwordHash: string,
): Promise<void> {
  await stores.roles.lockGrants();
  const user = orNotFound(await stores.users.findDetail(caller.userId), `User ${caller.userId}`);
  const current = await stores.users.find(caller.userId);
  if (current?.password_hash !== checked.password_hash)
    throw new Problem(409, ['the password has just been changed: sign in with the new one']);
  await stores.users.update(caller.userId, { password_hash: passwordHash });
  await stores.sessions.deleteOfUser(caller.userId, caller.sessionHash);
  await recordUser({ stores, caller }, { before: user, after: user }, ['password']);
}
