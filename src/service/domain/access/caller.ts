import { defaultGroupId, groupPath } from '../../../contract/groups/groups.ts';
import { satisfies } from '../../../contract/access/privileges.ts';
import type { GroupRow, GroupStore, RoleRow, Scope } from '../ports.ts';
import { notFound, Problem } from '../problem.ts';

/** Who asks, with everything that decides what they may do. */
export interface Caller {
  userId: number;
  login: string;
  groupId: number;
  roles: readonly RoleRow[];
  /** Absent for an API key, which has no session. */
  sessionHash?: string;
  /** The OIDC configuration that the session came through; null for one by password. */
  oidcOpId?: number | null;
}

/** A feature and the least privilege on it; open strings, because stored roles may hold names of another version. */
export interface Need {
  feature: string;
  privilege: string;
}

/** Roles of the caller that grant what is needed, wherever they apply; one that applies nowhere grants nothing. */
function granting(caller: Caller, need: Need): RoleRow[] {
  return caller.roles.filter(
    (role) =>
      role.groupIds.length > 0 &&
      role.features.some(
        (feature) => feature.name === need.feature && satisfies(feature.privilege, need.privilege),
      ),
  );
}

/** What a 403 says (`decisions.md`, "Status codes"): the feature and the privilege that are missing. */
export function sentenceOf(need: Need, groupId?: number): string {
  const where = groupId === undefined ? '' : ` for ${groupPath(groupId)}`;
  return `requires privilege ${need.privilege} on feature ${need.feature}${where}`;
}

/** @throws Problem 403 naming whatever of this no role of the caller grants on any group */
export function requireSomewhere(caller: Caller, ...needs: Need[]): void {
  const missing = needs.filter((need) => granting(caller, need).length === 0);
  if (missing.length > 0)
    throw new Problem(
      403,
      missing.map((need) => sentenceOf(need)),
    );
}

/** The groups on which a caller's roles grant `need`. */
export function reachOf(caller: Caller, need: Need): Scope {
  return scopeBelow(granting(caller, need), []);
}

/** The groups that a caller sees through the roles that grant `need`, beside their own. */
export function scopeOf(caller: Caller, need: Need): Scope {
  return scopeBelow(granting(caller, need), [caller.groupId]);
}

/** Every group that a caller sees, whatever they may do there. */
export function visibleTo(caller: Caller): Scope {
  return scopeBelow(caller.roles, [caller.groupId]);
}

function scopeBelow(roles: readonly RoleRow[], single: readonly number[]): Scope {
  const roots = roles.flatMap((role) => role.groupIds);
  return roots.includes(defaultGroupId) ? 'all' : { roots: [...new Set(roots)], single };
}

/**
 * The groups of a scope among some.
 * @param lineage groups with everything above them
 */
export function within(scope: Scope, lineage: readonly GroupRow[]): GroupRow[] {
  if (scope === 'all') return [...lineage];
  const parents = new Map(lineage.map((group) => [group.id, group.parent_id]));
  const reached = (id: number): boolean => {
    for (let at: number | null | undefined = id; at !== null && at !== undefined; at = parents.get(at))
      if (scope.roots.includes(at)) return true;
    return false;
  };
  return lineage.filter(({ id }) => scope.single.includes(id) || reached(id));
}

/**
 * Whether a caller holds a privilege on a group.
 * @param path the ids from the group up to the root: a role applies to its groups and to all below them
 */
export function holdsOn(caller: Caller, need: Need, path: readonly number[]): boolean {
  return granting(caller, need).some((role) => role.groupIds.some((id) => path.includes(id)));
}

/**
 * Whether a caller sees a group, whatever they may do there: their own, and what their roles apply to.
 * @param path the ids from the group up to the root; empty where there is no such group
 */
export function sees(caller: Caller, path: readonly number[]): boolean {
  return (
    path[0] === caller.groupId || caller.roles.some((role) => role.groupIds.some((id) => path.includes(id)))
  );
}

/**
 * Checks that the caller holds a privilege on one group.
 * @param what is asked for, in words, where that is not the group itself
 * @returns the ids from the group up to the root
 * @throws Problem 404 where the group does not exist or is not visible, 403 where it is but the privilege is missing
 */
export async function requireOnGroup(
  groups: GroupStore,
  caller: Caller,
  need: Need,
  groupId: number,
  what = `Group ${groupId}`,
): Promise<number[]> {
  const path = await groups.ancestors(groupId);
  if (path.length === 0 || !sees(caller, path)) throw notFound(what);
  const ownGroupRead = groupId === caller.groupId && need.feature === 'group' && need.privilege === 'ro';
  if (!ownGroupRead && !holdsOn(caller, need, path)) throw new Problem(403, [sentenceOf(need, groupId)]);
  return path;
}
