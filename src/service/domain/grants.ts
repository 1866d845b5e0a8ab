import { defaultGroupId, groupPath } from '../../contract/groups.ts';
import { holdsOn, requireOnGroup, sentenceOf, type Caller, type Need } from './caller.ts';
import type { RoleRow, Stores } from './ports.ts';
import { Problem } from './problem.ts';

/** To read, and to change, users and roles and what hangs on them. */
export const readAccess: Need = { feature: 'group_admin', privilege: 'ro' };
export const changeAccess: Need = { feature: 'group_admin', privilege: 'rw' };

/**
 * Checks that the caller holds everything that some roles grant, wherever they apply. Nobody gives what they do not
 * hold, and for the same reason nobody changes, takes over or removes whoever may do more.
 * @throws Problem 403 naming everything that is missing
 */
export async function requireGrants(
  stores: Stores,
  caller: Caller,
  roles: readonly Pick<RoleRow, 'features' | 'groupIds'>[],
): Promise<void> {
  const groupIds = new Set(roles.flatMap((role) => role.groupIds));
  if (groupIds.size === 0) return;
  const paths = await stores.groups.paths([...groupIds]);
  const missing = new Set<string>();
  for (const { features, groupIds: applied } of roles) {
    for (const { name: feature, privilege } of features) {
      for (const id of applied) {
        const need = { feature, privilege };
        if (!holdsOn(caller, need, paths.get(id) ?? [])) missing.add(sentenceOf(need, id));
      }
    }
  }
  if (missing.size > 0) throw new Problem(403, [...missing]);
}

/**
 * Checks a group that a body names, and holds it against a deletion until the transaction ends.
 * @param field the property that names it
 * @throws Problem 400 where it does not exist or is not visible, 403, 409 where it is being deleted
 */
export async function requireNamedGroup(
  stores: Stores,
  caller: Caller,
  field: string,
  groupId: number,
): Promise<void> {
  try {
    await requireOnGroup(stores.groups, caller, changeAccess, groupId);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) throw notVisible(field, groupPath(groupId));
    throw error;
  }
  if (!(await stores.groups.holdPath(groupId))) {
    throw new Problem(409, [`${field}: the group is being deleted`]);
  }
}

/** How many of many references that lead nowhere are named. */
const namedMost = 100;

/** 400 for paths in a body, in the same words whether there is nothing there or nothing to be seen. */
export function notVisible(field: string, ...paths: string[]): Problem {
  const sentences = paths
    .slice(0, namedMost)
    .map((path) => `${field}: ${path} does not exist or is not visible to you`);
  const more = paths.length - namedMost;
  return new Problem(400, more > 0 ? [...sentences, `${field}: and ${more} more like these`] : sentences);
}

/**
 * Checks, after a change and before its transaction ends, that somebody is left who can give privileges back.
 * @param what would be the last one's loss
 * @throws Problem 409
 */
export async function requireAdministrator(stores: Stores, what: string): Promise<void> {
  const { feature, privilege } = changeAccess;
  if (await stores.roles.isHeldOn(defaultGroupId, feature, privilege)) return;
  throw new Problem(409, [
    `${what}: nobody would be left with privilege ${privilege} on feature ${feature} in the Default group`,
  ]);
}
