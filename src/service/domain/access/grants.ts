import { defaultGroupId, groupPath } from '../../../contract/groups/groups.ts';
import { holdsOn, requireOnGroup, sees, sentenceOf, type Caller, type Need } from './caller.ts';
import type { RoleRow, Stores } from '../ports.ts';
import { Problem } from '../problem.ts';

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
        const path = paths.get(id) ?? [];
        if (!holdsOn(caller, need, path)) missing.add(missingOn(caller, need, id, path));
      }
    }
  }
  if (missing.size > 0) throw new Problem(403, [...missing]);
}

/** Roles may apply to groups that are none of the caller's business; that there is a Default group, everybody knows. */
function missingOn(caller: Caller, need: Need, id: number, path: readonly number[]): string {
  if (id === defaultGroupId || sees(caller, path)) return sentenceOf(need, id);
  return `${sentenceOf(need)} for a group that is not visible to you`;
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
 * Makes a change of who may do what, unless it takes away the last one who can sign in and give privileges back: a user
 * with a password, which no provider has to vouch for. Where everybody signs in through a provider already, the last
 * administrator of any kind is kept. Makes changes wait for each other, so belongs at the start of a transaction.
 * @param what would be the last one's loss
 * @throws Problem 409
 */
export async function keepingAdministrator<Result>(
  stores: Stores,
  what: string | ((result: Result) => string),
  change: () => Promise<Result>,
): Promise<Result> {
  const { feature, privilege } = changeAccess;
  await stores.roles.serialize();
  const before = await stores.roles.holdersOn(defaultGroupId, feature, privilege);
  const result = await change();
  const after = await stores.roles.holdersOn(defaultGroupId, feature, privilege);
  const subject = typeof what === 'string' ? what : what(result);
  const loss = `with privilege ${privilege} on feature ${feature} in the Default group`;
  if (before.any && !after.any) throw new Problem(409, [`${subject}: nobody would be left ${loss}`]);
  if (before.withPassword && !after.withPassword)
    throw new Problem(409, [`${subject}: nobody with a password would be left ${loss}`]);
  return result;
}
