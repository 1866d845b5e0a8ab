import { features } from '../../../contract/access/privileges.ts';
import { recordRole, recordUser } from '../activity/record-changes.ts';
import type { UnitOfWork } from '../ports.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { newToken } from './tokens.ts';

const author = { userId: null, login: null, via: 'first start' };
const login = 'admin';

/**
 * Creates the user `admin` with full access, unless there are users already. Safe when several instances start at the
 * same time: one of them creates the user.
 * @param password generated if absent
 * @returns the password; undefined if there were users
 */
export async function createAdministrator(
  work: UnitOfWork,
  password = newToken(),
): Promise<string | undefined> {
  // Usually there are users, and hashing takes a while.
  if (await work.stores.users.exist()) return undefined;
  const passwordHash = await hashPassword(password);
  return work.transaction(async (stores) => {
    const { users, roles } = stores;
    await roles.lockGrants();
    if (await users.exist()) return undefined;
    const roleId = await roles.insert({
      name: 'Administrators',
      description: 'Full access to everything.',
      admin_group_id: 0,
    });
    await roles.setFeatures(
      roleId,
      features.map((name) => ({ name, privilege: 'rw' })),
    );
    await roles.setGroups(roleId, [0]);
    const id = await users.insert({
      login,
      display_name: 'Administrator',
      group_id: 0,
      password_hash: passwordHash,
    });
    await users.setRoles(id, [roleId]);
    const [role] = await roles.findMany([roleId]);
    const user = await users.findDetail(id);
    if (role) await recordRole({ stores, caller: author }, { after: role });
    if (user) await recordUser({ stores, caller: author }, { after: user });
    return password;
  });
}

/** Whether the user `admin` exists and has a password, but not this one. */
export async function hasAnotherPassword({ stores }: UnitOfWork, password: string): Promise<boolean> {
  const hashed = (await stores.users.findByLogin(login))?.password_hash ?? null;
  return hashed !== null && !(await passwordMatches(hashed, password)).matches;
}

/** Gives the user `admin` a password, resumes them, and ends their sessions. @returns false if there's no such user */
export async function resetAdministrator(work: UnitOfWork, password: string): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  return work.transaction(async (stores) => {
    await stores.roles.lockGrants();
    const id = (await stores.users.findByLogin(login))?.id;
    const user = id === undefined ? undefined : await stores.users.findDetail(id);
    if (!user) return false;
    await stores.users.update(user.id, { password_hash: passwordHash });
    await stores.users.suspend(user.id, false);
    await stores.sessions.deleteOfUser(user.id);
    const after = { ...user, has_password: true, suspended_at: null };
    await recordUser({ stores, caller: { ...author, via: 'start' } }, { before: user, after }, ['password']);
    return true;
  });
}
