import type { FeatureGrant } from '../../contract/privileges.ts';
import { groupIdOf, groupPath } from '../../contract/groups.ts';
import type { Page } from '../../contract/paging.ts';
import type { RoleQuery } from '../../contract/role-query.ts';
import type { RoleCreate, RoleUpdate } from '../../contract/role-writes.ts';
import { userIdOf } from '../../contract/users.ts';
import {
  holdsOn,
  reachOf,
  requireOnGroup,
  requireSomewhere,
  visibleTo,
  type Caller,
  type Need,
} from './caller.ts';
import {
  changeAccess,
  notVisible,
  readAccess,
  requireAdministrator,
  requireGrants,
  requireNamedGroup,
} from './grants.ts';
import type { RoleColumns, RoleRow, Stores } from './ports.ts';
import { notFound, unlessTaken } from './problem.ts';

/** A page of the roles that the caller may read, by id. @throws Problem 400 (a holder who is not visible) */
export async function listRoles(stores: Stores, caller: Caller, query: RoleQuery): Promise<Page<RoleRow>> {
  const { search, start, limit, held_by: holder } = query;
  const userId = holder === undefined ? undefined : await visibleHolder(stores, caller, holder);
  return stores.roles.list({ scope: reachOf(caller, readAccess), search, userId }, start, limit);
}

async function visibleHolder(stores: Stores, caller: Caller, path: string): Promise<number> {
  const user = await stores.users.find(userIdOf(path) ?? 0);
  const groups = user ? await stores.groups.ancestors(user.group_id) : [];
  if (!user || !holdsOn(caller, readAccess, groups)) throw notVisible('held_by', path);
  return user.id;
}

/** A page of the roles that one group administers. @throws Problem 404, 403 */
export async function listGroupRoles(
  stores: Stores,
  caller: Caller,
  groupId: number,
  page: { start: number; limit: number },
): Promise<Page<RoleRow>> {
  await requireOnGroup(stores.groups, caller, readAccess, groupId);
  return stores.roles.list({ scope: 'all', groupId }, page.start, page.limit);
}

/** @throws Problem 404, 403 */
export async function getRole(stores: Stores, caller: Caller, id: number): Promise<RoleRow> {
  return visibleRole(stores, caller, id, readAccess);
}

/** Creates a role; in a transaction. @throws Problem 400, 403, 409 (name taken, group being deleted) */
export async function createRole(stores: Stores, caller: Caller, values: RoleCreate): Promise<RoleRow> {
  const adminGroupId = groupIdOf(values.admin_group) ?? -1;
  await requireNamedGroup(stores, caller, 'admin_group', adminGroupId);
  const groupIds = await namedGroups(stores, caller, values.group_resources, []);
  await requireGrants(stores, caller, [{ features: values.features, groupIds }]);
  requireFeatures(caller, values.features);
  const { name, description } = values;
  const id = await uniqueName(name, () =>
    stores.roles.insert({ name, description, admin_group_id: adminGroupId }),
  );
  await stores.roles.setFeatures(id, values.features);
  await stores.roles.setGroups(id, groupIds);
  return existing(stores, id);
}

/** Changes what was sent; in a transaction. @throws Problem 400, 404, 403, 409 (name taken, last administrator) */
export async function updateRole(
  stores: Stores,
  caller: Caller,
  id: number,
  values: RoleUpdate,
): Promise<RoleRow> {
  await stores.roles.serialize();
  const current = await visibleRole(stores, caller, id, changeAccess);
  const groupIds =
    values.group_resources === undefined
      ? current.groupIds
      : await namedGroups(stores, caller, values.group_resources, current.groupIds);
  const features = values.features ?? current.features;
  await requireGrants(stores, caller, [current, { features, groupIds }]);
  requireFeatures(caller, features, current.features);
  const columns: Partial<RoleColumns> = {};
  if (values.name !== undefined) columns.name = values.name;
  if (values.description !== undefined) columns.description = values.description;
  await uniqueName(values.name ?? current.name, () => stores.roles.update(id, columns));
  if (values.features !== undefined) await stores.roles.setFeatures(id, features);
  if (values.group_resources !== undefined) await stores.roles.setGroups(id, groupIds);
  await requireAdministrator(stores, values.features === undefined ? 'group_resources' : 'features');
  return existing(stores, id);
}

/** Deletes a role, which whoever holds it loses; in a transaction. @throws Problem 404, 403, 409 */
export async function deleteRole(stores: Stores, caller: Caller, id: number): Promise<RoleRow> {
  await stores.roles.serialize();
  const role = await visibleRole(stores, caller, id, changeAccess);
  await requireGrants(stores, caller, [role]);
  await stores.roles.delete(id);
  await requireAdministrator(stores, `${role.name} cannot be deleted`);
  return role;
}

/**
 * Checks the features of a role whatever it applies to: one that applies nowhere yet may be given groups by somebody else.
 * @param current those that it has already
 * @throws Problem 403 naming those that the caller holds nowhere
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

async function visibleRole(stores: Stores, caller: Caller, id: number, need: Need): Promise<RoleRow> {
  const role = await existing(stores, id);
  await requireOnGroup(stores.groups, caller, need, role.admin_group_id, `Role ${id}`);
  return role;
}

/** The ids of the groups that a role shall apply to. @throws Problem 400 for one that the caller does not see */
async function namedGroups(
  stores: Stores,
  caller: Caller,
  paths: readonly string[],
  current: readonly number[],
): Promise<number[]> {
  const ids = paths.map((path) => groupIdOf(path) ?? -1);
  const added = ids.filter((id) => !current.includes(id));
  const known = await stores.groups.paths(added);
  const scope = visibleTo(caller);
  const isVisible = (id: number) => {
    const path = known.get(id) ?? [];
    if (scope === 'all') return path.length > 0;
    return scope.single.includes(id) || path.some((above) => scope.roots.includes(above));
  };
  const hidden = added.find((id) => !isVisible(id));
  if (hidden !== undefined) throw notVisible('group_resources', groupPath(hidden));
  return ids;
}

async function existing(stores: Stores, id: number): Promise<RoleRow> {
  const [row] = await stores.roles.findMany([id]);
  if (!row) throw notFound(`Role ${id}`);
  return row;
}

function uniqueName<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  return unlessTaken(`name: another role of this group is already named ${JSON.stringify(name)}`, write);
}
