import type { FeatureGrant } from '../../../contract/access/privileges.ts';
import { groupIdOf, groupPath } from '../../../contract/groups/groups.ts';
import type { Page } from '../../../contract/paging.ts';
import {
  roleTextsOf,
  type RoleCreate,
  type RoleTexts,
  type RoleUpdate,
  type RoleQuery,
} from '../../../contract/access/roles.ts';
import { userIdOf } from '../../../contract/access/users.ts';
import {
  canSee,
  holdsOn,
  reachOf,
  requireOnGroup,
  requireSomewhere,
  type Caller,
  type Acting,
} from './caller.ts';
import {
  changeAccess,
  keepingAdministrator,
  notVisible,
  readAccess,
  requireGrants,
  requireReferencedGroup,
} from './grants.ts';
import { recordRole } from '../activity/record-changes.ts';
import type { Stores } from '../ports.ts';
import type { RoleRow } from './access-ports.ts';
import { detailOf, orNotFound, Problem, Problems, unlessTaken } from '../problem.ts';
import { msg } from '../../../contract/isolate.ts';

/** A page of the roles that the caller may read, by id. @throws Problem 400 (the holder isn't visible) */
export async function listRoles(acting: Acting, query: RoleQuery): Promise<Page<RoleRow>> {
  const { stores, caller } = acting;
  const { search, start, limit, held_by: holder } = query;
  const userId = holder === undefined ? undefined : await visibleHolder(acting, holder);
  return stores.roles.list({ scope: reachOf(caller, readAccess), search, userId }, start, limit);
}

async function visibleHolder({ stores, caller }: Acting, path: string): Promise<number> {
  const user = await stores.users.find(userIdOf(path) ?? 0);
  const groups = user ? await stores.groups.ancestors(user.group_id) : [];
  if (!user || !holdsOn(caller, readAccess, groups)) throw notVisible('held_by', path);
  return user.id;
}

/** A page of the roles that one group administers. @throws Problem 404, 403 */
export async function listGroupRoles(
  acting: Acting,
  groupId: number,
  page: { start: number; limit: number },
): Promise<Page<RoleRow>> {
  await requireOnGroup(acting, readAccess, groupId);
  return acting.stores.roles.list({ scope: 'all', groupId }, page.start, page.limit);
}

/** @param required the privilege that's needed on the group that administers the role @throws Problem 404, 403 */
export async function getRole(acting: Acting, id: number, required = readAccess): Promise<RoleRow> {
  const role = await existing(acting.stores, id);
  await requireOnGroup(acting, required, role.admin_group_id, `Role ${id}`);
  return role;
}

/** Creates a role; in a transaction. @throws Problem 400, 403, 409 (name taken, group being deleted) */
export async function createRole(acting: Acting, values: RoleCreate): Promise<RoleRow> {
  const { stores } = acting;
  const { adminGroupId = -1, groupIds } = await checkReferences(acting, values);
  const row = { ...roleTextsOf(values), admin_group_id: adminGroupId };
  const id = await unlessTaken(nameTaken(values.name), () => stores.roles.insert(row));
  await stores.roles.setFeatures(id, values.features);
  await stores.roles.setGroups(id, groupIds);
  const role = await existing(stores, id);
  await recordRole(acting, { after: role });
  return role;
}

/** Updates the given fields; in a transaction. @throws Problem 400, 404, 403, 409 (name taken, last administrator) */
export async function updateRole(acting: Acting, id: number, values: RoleUpdate): Promise<RoleRow> {
  const what = values.features === undefined ? 'group_resources' : 'features';
  return keepingAdministrator(acting.stores, what, () => changeRole(acting, id, values));
}

async function changeRole(acting: Acting, id: number, values: RoleUpdate): Promise<RoleRow> {
  const { stores } = acting;
  const current = await changeableRole(acting, id);
  const { groupIds } = await checkReferences(acting, values, current);
  const features = values.features ?? current.features;
  const texts = roleTextsOf({ ...current, ...values } as RoleTexts);
  await unlessTaken(nameTaken(texts.name), () => stores.roles.update(id, texts));
  if (values.features !== undefined) await stores.roles.setFeatures(id, features);
  if (values.group_resources !== undefined) await stores.roles.setGroups(id, groupIds);
  const role = await existing(stores, id);
  await recordRole(acting, { before: current, after: role });
  return role;
}

/**
 * Problems with a write of which only some properties are valid.
 * @param id of the role to update, undefined when creating; none if the caller can't change it
 */
export async function problemsOfWrite(
  acting: Acting,
  values: RoleUpdate & Pick<Partial<RoleCreate>, 'admin_group'>,
  id?: number,
): Promise<readonly string[]> {
  if (id === undefined) return detailOf(() => checkReferences(acting, values));
  const current = await new Problems().check(() => changeableRole(acting, id));
  return current ? detailOf(() => checkReferences(acting, values, current)) : [];
}

/** Deletes a role, which its users lose; in a transaction. @throws Problem 404, 403, 409 */
export async function deleteRole(acting: Acting, id: number): Promise<RoleRow> {
  const { stores } = acting;
  return keepingAdministrator(
    stores,
    (role) => msg`${role.name} can't be deleted`,
    async () => {
      const role = await changeableRole(acting, id);
      await stores.roles.delete(id);
      await recordRole(acting, { before: role });
      return role;
    },
  );
}

/**
 * Checks the records that a write refers to, what the role would grant, and that its name isn't taken.
 * @param current the role to update; undefined when creating
 * @throws Problem with every problem: 400, 403, 409 (name taken, group being deleted)
 */
async function checkReferences(
  acting: Acting,
  values: RoleUpdate & Pick<Partial<RoleCreate>, 'admin_group'>,
  current?: RoleRow,
): Promise<{ adminGroupId?: number | undefined; groupIds: number[] }> {
  const problems = new Problems();
  const { name, admin_group: adminGroup, group_resources: groups, features } = values;
  const adminGroupId = adminGroup === undefined ? current?.admin_group_id : (groupIdOf(adminGroup) ?? -1);
  if (adminGroup !== undefined && adminGroupId !== undefined)
    await problems.check(() => requireReferencedGroup(acting, 'admin_group', adminGroupId));
  await problems.check(async () => {
    if (name === undefined || name === current?.name || adminGroupId === undefined) return;
    if (!(await acting.stores.roles.isTaken(adminGroupId, name))) return;
    throw new Problem(409, [nameTaken(name)]);
  });
  const { known: groupIds, hidden } =
    groups === undefined
      ? { known: current?.groupIds ?? [], hidden: [] }
      : await namedGroups(acting, groups, current?.groupIds ?? []);
  await problems.check(async () => {
    if (hidden.length > 0) throw notVisible('group_resources', ...hidden.map(groupPath));
  });
  const granted = features ?? current?.features ?? [];
  await problems.check(async () => {
    await requireGrants(acting, [{ features: granted, groupIds }]);
    requireFeatures(acting.caller, granted, current?.features);
  });
  problems.throwIfAny();
  return { adminGroupId, groupIds };
}

/**
 * Checks a role's features even if it has no groups: someone else might add groups later.
 * @param current its stored features
 * @throws Problem 403 naming those that the caller doesn't hold on any group
 */
function requireFeatures(
  caller: Caller,
  features: readonly FeatureGrant[],
  current: readonly FeatureGrant[] = [],
): void {
  const isNew = ({ name, privilege }: FeatureGrant) =>
    !current.some((grant) => grant.name === name && grant.privilege === privilege);
  const needs = features.filter(isNew).map(({ name: feature, privilege }) => ({ feature, privilege }));
  requireSomewhere(caller, ...needs);
}

async function changeableRole(acting: Acting, id: number): Promise<RoleRow> {
  const role = await getRole(acting, id, changeAccess);
  await requireGrants(acting, [role]);
  return role;
}

/** The ids of the groups that a role is to apply to, and which of them the caller can't see. */
async function namedGroups(
  { stores, caller }: Acting,
  paths: readonly string[],
  current: readonly number[],
): Promise<{ known: number[]; hidden: number[] }> {
  const ids = paths.map((path) => groupIdOf(path) ?? -1);
  const kept = new Set(current);
  const found = await stores.groups.paths(ids.filter((id) => !kept.has(id)));
  const hidden = new Set(ids.filter((id) => !kept.has(id) && !canSee(caller, found.get(id) ?? [])));
  return { known: ids.filter((id) => !hidden.has(id)), hidden: [...hidden] };
}

async function existing(stores: Stores, id: number): Promise<RoleRow> {
  return orNotFound((await stores.roles.findMany([id]))[0], `Role ${id}`);
}

/** Also used if a concurrent write has taken it. */
function nameTaken(name: string): string {
  return msg`name: another role in this group already has the name ${JSON.stringify(name)}`;
}
