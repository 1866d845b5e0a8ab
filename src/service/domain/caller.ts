import { defaultGroupId } from '../../contract/groups.ts';
import { satisfies } from '../../contract/privileges.ts';
import type { GroupStore, RoleRow, Scope } from './ports.ts';
import { notFound, Problem } from './problem.ts';

/** Who asks, with everything that decides what they may do. */
export interface Caller {
  userId: number;
  login: string;
  groupId: number;
  roles: readonly RoleRow[];
  /** Absent for an API key, which has no session. */
  sessionHash?: string;
}

/** A feature and the least privilege on it; open strings, because stored roles may hold names of another version. */
export interface Need {
  feature: string;
  privilege: string;
}

/** Roles of the caller that grant what is needed, wherever they apply. */
function granting(caller: Caller, need: Need): RoleRow[] {
  return caller.roles.filter((role) =>
    role.features.some(
      (feature) => feature.name === need.feature && satisfies(feature.privilege, need.privilege),
    ),
  );
}

/** @returns the 403 that names what is missing (`decisions.md`, "Status codes") */
function missing(need: Need, where: string): Problem {
  return new Problem(403, [`requires privilege ${need.privilege} on feature ${need.feature}${where}`]);
}

/** @throws Problem 403 when no role of the caller grants what is needed on any group */
export function requireSomewhere(caller: Caller, need: Need): void {
  if (granting(caller, need).length === 0) throw missing(need, '');
}

/** The groups that a caller sees through the roles that grant `need`, beside their own. */
export function scopeOf(caller: Caller, need: Need): Scope {
  const roots = granting(caller, need).flatMap((role) => role.groupIds);
  if (roots.includes(defaultGroupId)) return 'all';
  return { roots: [...new Set(roots)], single: [caller.groupId] };
}

/**
 * Checks that the caller holds a privilege on one group: a role applies to its groups and to all below them.
 * @returns the ids from the group up to the root
 * @throws Problem 404 where the group does not exist or is not visible, 403 where it is but the privilege is missing
 */
export async function requireOnGroup(
  groups: GroupStore,
  caller: Caller,
  need: Need,
  groupId: number,
): Promise<number[]> {
  const path = await groups.ancestors(groupId);
  const reaches = (role: RoleRow) => role.groupIds.some((id) => path.includes(id));
  const visible = groupId === caller.groupId || caller.roles.some(reaches);
  if (path.length === 0 || !visible) throw notFound(`Group ${groupId}`);
  const ownGroupRead = groupId === caller.groupId && need.feature === 'group' && need.privilege === 'ro';
  if (!ownGroupRead && !granting(caller, need).some(reaches)) throw missing(need, ` for /groups/${groupId}`);
  return path;
}
