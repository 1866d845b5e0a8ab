import { defaultGroupId, groupIdOf } from '../../../contract/groups/groups.ts';
import type { Page } from '../../../contract/paging.ts';
import { roleIdOf, rolePath } from '../../../contract/access/roles.ts';
import { userPath } from '../../../contract/access/users.ts';
import { newToken } from './tokens.ts';
import type { GroupUsersQuery, UserCreate, UserQuery, UserUpdate } from '../../../contract/access/users.ts';
import { holdsOn, reachOf, requireOnGroup, type Acting } from './caller.ts';
import {
  changeAccess,
  keepingAdministrator,
  notVisible,
  readAccess,
  requireGrants,
  requireReferencedGroup,
} from './grants.ts';
import { abandonDeletions } from '../groups/unfinished-deletions.ts';
import type { Stores, UserDetailRow, UserFilter } from '../ports.ts';
import { detailOf, notFound, orNotFound, Problem, Problems, unlessTaken } from '../problem.ts';
import { recordUser } from '../activity/record-changes.ts';
import { withCodePoints } from '../oidc/oidc-sign-in.ts';
import { scopeBelow } from '../scope.ts';
import { msg } from '../../../contract/isolate.ts';

/** A user's properties with the password already hashed; null removes it. */
export type Hashed<Values> = Omit<Values, 'password'> & { passwordHash?: string | null };

/** A page of the users that the caller may read, by id. */
export function listUsers({ stores, caller }: Acting, query: UserQuery): Promise<Page<UserDetailRow>> {
  const { login, start, limit } = query;
  const filter = { scope: reachOf(caller, readAccess), ...filterOf(query), login };
  return stores.users.list(filter, start, limit);
}

function filterOf(query: UserQuery | GroupUsersQuery): Omit<UserFilter, 'scope'> {
  const { search, no_sign_in_days: idleDays, never_signed_in: neverSignedIn, role } = query;
  return { search, idleDays, neverSignedIn, roleId: role === undefined ? undefined : (roleIdOf(role) ?? 0) };
}

/** The id of the user with exactly this login; undefined if there's none that the caller may read. */
export async function lookUpUser({ stores, caller }: Acting, login: string): Promise<number | undefined> {
  const { data } = await stores.users.list({ scope: reachOf(caller, readAccess), login }, 0, 1);
  return data[0]?.id;
}

/** A page of a group's users, optionally with those of its descendants. @throws Problem 404, 403 */
export async function listGroupUsers(
  acting: Acting,
  groupId: number,
  query: GroupUsersQuery,
): Promise<Page<UserDetailRow>> {
  await requireOnGroup(acting, readAccess, groupId);
  // Roles apply to all descendants, so a caller who may read a group's users may read its descendants' users too.
  const place = query.below ? { scope: scopeBelow([groupId]) } : { scope: 'all' as const, groupId };
  return acting.stores.users.list({ ...place, ...filterOf(query) }, query.start, query.limit);
}

/** @param required the privilege that's needed on the user's group @throws Problem 404, 403 */
export async function getUser(acting: Acting, id: number, required = readAccess): Promise<UserDetailRow> {
  const user = await existing(acting.stores, id);
  await requireOnGroup(acting, required, user.group_id, `User ${id}`);
  return user;
}

/** Creates a user; in a transaction. @throws Problem 400, 403, 409 (login taken or like another, group being deleted) */
export async function createUser(acting: Acting, values: Hashed<UserCreate>): Promise<UserDetailRow> {
  const { stores } = acting;
  await stores.roles.lockGrants();
  const { groupId = -1, roleIds = [] } = await checkReferences(acting, values);
  const columns = {
    login: values.login,
    display_name: values.display_name,
    group_id: groupId,
    password_hash: values.passwordHash ?? null,
  };
  const id = await unlessTaken(loginTaken(values.login), () => stores.users.insert(columns));
  await stores.users.setRoles(id, roleIds);
  if (values.suspended) await stores.users.suspend(id, true);
  const user = await existing(stores, id);
  await recordUser(acting, { after: user });
  return user;
}

/**
 * Updates the given fields; in a transaction. A new or removed password, or being suspended, ends all of the user's sessions.
 * @throws Problem 400, 404, 403, 409 (login taken or like another, group being deleted, last administrator)
 */
export async function updateUser(
  acting: Acting,
  id: number,
  values: Hashed<UserUpdate>,
): Promise<UserDetailRow> {
  const { stores } = acting;
  const change = () => changeUser(acting, id, values);
  if (values.suspended) return keepingAdministrator(stores, 'suspended', change);
  if (values.passwordHash === null) return keepingAdministrator(stores, 'password', change);
  if (values.role_resources !== undefined) return keepingAdministrator(stores, 'role_resources', change);
  await stores.roles.lockGrants();
  return change();
}

async function changeUser(acting: Acting, id: number, values: Hashed<UserUpdate>): Promise<UserDetailRow> {
  const { stores, caller } = acting;
  const current = await changeableUser(acting, id);
  const { groupId, roleIds } = await checkReferences(acting, values, current);
  const { login, display_name, passwordHash: password_hash } = values;
  const columns = { login, display_name, password_hash, group_id: groupId };
  await unlessTaken(loginTaken(login ?? current.login), () => stores.users.update(id, columns));
  if (roleIds !== undefined) await stores.users.setRoles(id, roleIds);
  const isSuspended = current.suspended_at !== null;
  if (values.suspended !== undefined && values.suspended !== isSuspended) {
    if (id === caller.userId) throw new Problem(409, ["suspended: you can't suspend yourself"]);
    await stores.users.suspend(id, values.suspended);
  }
  if (password_hash !== undefined || values.suspended) await stores.sessions.deleteOfUser(id);
  const user = await existing(stores, id);
  const secrets = password_hash === undefined ? [] : ['password'];
  if (user.group_id !== current.group_id) await stores.activity.moveUser(id, user.group_id);
  await recordUser(acting, { before: current, after: user }, secrets);
  return user;
}

/**
 * Problems with a write of which only some properties are valid.
 * @param id of the user to update, undefined when creating; none if the caller can't change it
 */
export async function problemsOfWrite(
  acting: Acting,
  values: UserUpdate,
  id?: number,
): Promise<readonly string[]> {
  if (id === undefined) return detailOf(() => checkReferences(acting, values));
  const current = await new Problems().check(() => changeableUser(acting, id));
  return current ? detailOf(() => checkReferences(acting, values, current)) : [];
}

/** Deletes a user with their sessions, API keys and job statuses; in a transaction. @throws Problem 404, 403, 409 */
export async function deleteUser(acting: Acting, id: number): Promise<UserDetailRow> {
  const { stores } = acting;
  return keepingAdministrator(
    stores,
    (user) => msg`${user.login} can't be deleted`,
    async () => {
      const user = await changeableUser(acting, id);
      // The user's jobs are deleted as well.
      await abandonDeletions(stores, { userId: id }, () => stores.users.delete(id));
      await recordUser(acting, { before: user });
      return user;
    },
  );
}

/**
 * Replaces a user's login and addresses in both logs with a pseudonym; in a transaction. Deleting a user keeps the entries, so
 * this also works for a deleted one.
 * @throws Problem 404, 403
 */
export async function forgetUser(acting: Acting, id: number): Promise<void> {
  const { stores, caller } = acting;
  const exists = (await stores.users.findDetail(id)) !== undefined;
  const user = exists ? await changeableUser(acting, id) : undefined;
  const path = user ? undefined : await stores.activity.pathOf(id, reachOf(caller, changeAccess));
  const groupId = user?.group_id ?? path?.[0];
  if (groupId === undefined) throw notFound(`User ${id}`);
  const pseudonym = `forgotten-${newToken().slice(0, 8)}`;
  await stores.activity.forget(id, pseudonym, await unknownLoginsLike(acting, id));
  const fields = [{ name: 'activity', replaced: true }];
  const change = { action: 'updated', resource: userPath(id), name: pseudonym, fields } as const;
  await stores.changes.record(caller, { ...change, groupId, path });
}

/**
 * The logins of rejected provider sign-ins that differ from a user's at most in case and invisible characters. Empty unless
 * the caller can change configurations: those sign-ins belong to no group, and anyone who can create users can choose a login.
 */
async function unknownLoginsLike({ stores, caller }: Acting, id: number): Promise<string[]> {
  if (!holdsOn(caller, { feature: 'palisade', privilege: 'rw' }, [defaultGroupId])) return [];
  const logins = new Set((await stores.activity.loginsOf(id)).map(plainLogin));
  return (await stores.activity.unknownLogins()).filter((login) => logins.has(plainLogin(login)));
}

function plainLogin(login: string): string {
  return withCodePoints(login)
    .replace(/<U\+[\dA-F]{4,6}>/g, '')
    .normalize()
    .toLowerCase();
}

/**
 * A user whom the caller may change. Not one with more privileges: a new password or login would give those away.
 * @throws Problem 404, 403
 */
export async function changeableUser(acting: Acting, id: number): Promise<UserDetailRow> {
  const user = await getUser(acting, id, changeAccess);
  await requireGrants(acting, await acting.stores.roles.ofUser(id));
  return user;
}

/**
 * Checks every other record that a write names, and that the login is free and looks like no other.
 * @param current the user to update; undefined when creating
 * @throws Problem with all that is wrong: 400, 403, 409 (login taken or like another, group being deleted)
 */
async function checkReferences(
  acting: Acting,
  values: Pick<UserUpdate, 'login' | 'group_resource' | 'role_resources'>,
  current?: UserDetailRow,
): Promise<{ groupId?: number; roleIds?: number[] }> {
  const problems = new Problems();
  const references: { groupId?: number; roleIds?: number[] } = {};
  const { login, group_resource: group, role_resources: roles } = values;
  await problems.check(async () => {
    if (login === undefined || login === current?.login) return;
    const found = await acting.stores.users.lookAlikes(login);
    const others = found.filter(({ id }) => id !== current?.id);
    if (others.some((other) => other.login === login)) throw new Problem(409, [loginTaken(login)]);
    // Doesn't say which one, because the caller might be unable to see its user.
    if (others.length > 0) throw new Problem(409, ['login: looks like another login']);
  });
  if (group !== undefined) {
    const groupId = groupIdOf(group) ?? -1;
    references.groupId = groupId;
    await problems.check(() => requireReferencedGroup(acting, 'group_resource', groupId));
  }
  if (roles !== undefined) {
    const roleIds = await problems.check(() => assignable(acting, roles, current?.role_ids ?? []));
    references.roleIds = roleIds ?? [];
  }
  problems.throwIfAny();
  return references;
}

/**
 * The ids of the roles to assign.
 * @param current ids of the user's current roles, including those that the caller can't see
 * @throws Problem 400 for a role that the caller can't see, 403 for one that grants more than the caller holds
 */
async function assignable(
  acting: Acting,
  paths: readonly string[],
  current: readonly number[],
): Promise<number[]> {
  const { stores, caller } = acting;
  const ids = paths.map((path) => roleIdOf(path) ?? 0);
  const added = ids.filter((id) => !current.includes(id));
  if (added.length === 0) return ids;
  const roles = await stores.roles.findMany(added);
  const groups = await stores.groups.paths(roles.map((role) => role.admin_group_id));
  const visible = roles.filter((role) => holdsOn(caller, readAccess, groups.get(role.admin_group_id) ?? []));
  const seen = new Set(visible.map((role) => role.id));
  const problems = new Problems();
  await problems.check(async () => {
    const hidden = added.filter((id) => !seen.has(id));
    if (hidden.length > 0) throw notVisible('role_resources', ...hidden.map(rolePath));
  });
  await problems.check(() => requireGrants(acting, visible));
  problems.throwIfAny();
  return ids;
}

async function existing(stores: Stores, id: number): Promise<UserDetailRow> {
  return orNotFound(await stores.users.findDetail(id), `User ${id}`);
}

/** Also used if a concurrent write has taken it. */
function loginTaken(login: string): string {
  return msg`login: another user already has the login ${JSON.stringify(login)}`;
}
