import { missingGrants, type FeaturePrivilege } from '../../../contract/access/decision.ts';
import { defaultGroupId, groupPath } from '../../../contract/groups/groups.ts';
import {
  grantsOf,
  reachOf,
  requireOnGroup,
  canSee,
  missingPrivilege,
  type Caller,
  type Acting,
} from './caller.ts';
import type { Stores } from '../ports.ts';
import type { RoleRow } from './access-ports.ts';
import { detailOf, Problem } from '../problem.ts';
import { msg } from '../../../contract/isolate.ts';

/** The privileges to read and to change users, roles and API keys. */
export const readAccess: FeaturePrivilege = { feature: 'group_admin', privilege: 'ro' };
export const changeAccess: FeaturePrivilege = { feature: 'group_admin', privilege: 'rw' };

/**
 * Checks that the caller holds everything that these roles grant, on every group they apply to. No one can grant what they
 * don't hold, nor change, take over or delete a user with more privileges.
 * @throws Problem 403 naming every missing privilege
 */
export async function requireGrants(
  { stores, caller }: Acting,
  roles: readonly Pick<RoleRow, 'features' | 'groupIds'>[],
): Promise<void> {
  const groupIds = new Set(roles.flatMap((role) => role.groupIds));
  if (groupIds.size === 0) return;
  const paths = await stores.groups.paths([...groupIds]);
  const missing = new Set<string>();
  const pathOf = (id: number) => paths.get(id) ?? [];
  const held = caller.roles.map(grantsOf);
  for (const role of roles) {
    for (const { required, group } of missingGrants(grantsOf(role), held, pathOf))
      missing.add(missingOn(caller, required, group, pathOf(group)));
  }
  if (missing.size > 0) throw new Problem(403, [...missing]);
}

/**
 * Checks that the caller holds every privilege that any user holds, because anyone who decides who signs in through a provider can
 * sign in as any user.
 * @throws Problem 403 naming the first missing privilege, and a user who holds it if the caller can see one
 */
export async function requireEveryPrivilege(acting: Acting): Promise<void> {
  const { stores, caller } = acting;
  const assigned = await stores.roles.assigned();
  if ((await detailOf(() => requireGrants(acting, assigned))).length === 0) return;
  for (const role of assigned) {
    const [missing] = await detailOf(() => requireGrants(acting, [role]));
    if (missing === undefined) continue;
    const visible = await stores.roles.holders([role.id], reachOf(caller, readAccess), caller.userId, true);
    const holder = visible.get(role.id)?.[0] ?? 'a user';
    throw new Problem(403, [
      msg`${missing}: anyone who decides this can sign in as any user, and ${holder} has this privilege`,
    ]);
  }
}

/** Roles may apply to groups that the caller can't see; the Default group is no secret. */
function missingOn(caller: Caller, required: FeaturePrivilege, id: number, path: readonly number[]): string {
  if (id === defaultGroupId || canSee(caller, path)) return missingPrivilege(required, id);
  return `${missingPrivilege(required)} for a group that isn't visible to you`;
}

/**
 * Checks a group that a body refers to, and protects it from deletion until the transaction ends.
 * @param field the property that refers to it
 * @throws Problem 400 if it doesn't exist or isn't visible, 403, 409 if it's being deleted
 */
export async function requireReferencedGroup(acting: Acting, field: string, groupId: number): Promise<void> {
  try {
    await requireOnGroup(acting, changeAccess, groupId);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) throw notVisible(field, groupPath(groupId));
    throw error;
  }
  if (!(await acting.stores.groups.lockPath(groupId)))
    throw new Problem(409, [`${field}: the group is being deleted`]);
}

/** 400 for paths in a body, in the same words whether the records don't exist or aren't visible. */
export function notVisible(field: string, ...paths: string[]): Problem {
  return new Problem(
    400,
    paths.map((path) => `${field}: ${path} doesn't exist or isn't visible to you`),
  );
}

/**
 * Changes access, unless that would remove the last user who can sign in and restore privileges: one
 * with a password, independent of any provider. If everyone signs in through a provider already, the last
 * administrator of any kind is kept. Serializes such changes, so call it at the start of a transaction.
 * @param what the change that would be rejected, as text
 * @throws Problem 409
 */
export async function keepingAdministrator<Result>(
  stores: Stores,
  what: string | ((result: Result) => string),
  change: () => Promise<Result>,
): Promise<Result> {
  const { feature, privilege } = changeAccess;
  await stores.roles.lockGrants();
  const before = await stores.roles.holdersOn(defaultGroupId, feature, privilege);
  const result = await change();
  const after = await stores.roles.holdersOn(defaultGroupId, feature, privilege);
  const rejected = typeof what === 'string' ? what : what(result);
  const loss = `with privilege ${privilege} on feature ${feature} in the Default group`;
  if (before.any && !after.any) throw new Problem(409, [`${rejected}: no one would be left ${loss}`]);
  if (before.withPassword.length > 0 && after.withPassword.length === 0)
    throw new Problem(409, [`${rejected}: no one with a password would be left ${loss}`]);
  return result;
}
