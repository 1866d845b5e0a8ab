import { groupPath } from '../../../contract/groups/groups.ts';
import { decide, type FeaturePrivilege, type Granting } from '../../../contract/access/decision.ts';
import { satisfies } from '../../../contract/access/privileges.ts';
import type { GroupRow, Stores } from '../ports.ts';
import type { Credential, RoleRow } from './access-ports.ts';
import { scopeBelow, type Scope } from '../scope.ts';
import { notFound, orNotFound, Problem } from '../problem.ts';

/** The authenticated user and everything that determines their access. */
export interface Caller extends Omit<Credential, 'createdAt' | 'lastUsed'> {
  /** Of a request that may write, for the log of changes. */
  requestId?: string | undefined;
}

/** A caller, and the stores to use on their behalf: those of a transaction, or outside of one. */
export interface Acting {
  stores: Stores;
  caller: Caller;
}

/** The caller's roles that grant the privilege on any group; a role without groups grants nothing. */
function granting(caller: Caller, required: FeaturePrivilege): RoleRow[] {
  return caller.roles.filter(
    (role) =>
      role.groupIds.length > 0 &&
      role.features.some(
        (feature) => feature.name === required.feature && satisfies(feature.privilege, required.privilege),
      ),
  );
}

/** The `detail` of a 403: the missing feature and privilege (docs/decisions.md, "Status codes"). */
export function missingPrivilege(required: FeaturePrivilege, groupId?: number): string {
  const where = groupId === undefined ? '' : ` for ${groupPath(groupId)}`;
  return `requires privilege ${required.privilege} on feature ${required.feature}${where}`;
}

/** @throws Problem 403 naming every privilege that none of the caller's roles grants on any group */
export function requireSomewhere(caller: Caller, ...needs: FeaturePrivilege[]): void {
  const missing = needs.filter((required) => granting(caller, required).length === 0);
  if (missing.length > 0)
    throw new Problem(
      403,
      missing.map((required) => missingPrivilege(required)),
    );
}

/** The groups on which a caller's roles grant `required`. */
export function reachOf(caller: Caller, required: FeaturePrivilege): Scope {
  return coveredBy(granting(caller, required));
}

/** The caller's own group, and the groups on which their roles grant `required`. */
export function scopeOf(caller: Caller, required: FeaturePrivilege): Scope {
  return coveredBy(granting(caller, required), [caller.groupId]);
}

function coveredBy(roles: readonly RoleRow[], single?: readonly number[]): Scope {
  return scopeBelow(
    roles.flatMap((role) => role.groupIds),
    single,
  );
}

/** The groups within a scope. @param groups with all their ancestors */
export function within(scope: Scope, groups: readonly GroupRow[]): GroupRow[] {
  if (scope === 'all') return [...groups];
  const parents = new Map(groups.map((group) => [group.id, group.parent_id]));
  const reached = (id: number): boolean => {
    for (let at: number | null | undefined = id; at !== null && at !== undefined; at = parents.get(at))
      if (scope.roots.includes(at)) return true;
    return false;
  };
  return groups.filter(({ id }) => scope.single.includes(id) || reached(id));
}

/**
 * Whether the caller holds a privilege on a group.
 * @param path the ids from the group up to the root: a role applies to its groups and their descendants
 */
export function holdsOn(caller: Caller, required: FeaturePrivilege, path: readonly number[]): boolean {
  return decide({ roles: caller.roles.map(grantsOf) }, required, path).granted;
}

export function grantsOf(role: Pick<RoleRow, 'features' | 'groupIds'>): Granting<number> {
  return { grants: role.features, groups: role.groupIds };
}

/**
 * Whether the caller can see a group: it's their own, or one of their roles applies to it.
 * @param path the ids from the group up to the root; empty if the group doesn't exist
 */
export function canSee(caller: Caller, path: readonly number[]): boolean {
  return (
    path[0] === caller.groupId || caller.roles.some((role) => role.groupIds.some((id) => path.includes(id)))
  );
}

/**
 * Checks that the caller holds a privilege on a group.
 * @param what the requested record, as text; the group itself by default
 * @returns the ids from the group up to the root
 * @throws Problem 404 if the group doesn't exist or isn't visible, 403 if the privilege is missing
 */
export async function requireOnGroup(
  { stores, caller }: Acting,
  required: FeaturePrivilege,
  groupId: number,
  what = `Group ${groupId}`,
): Promise<number[]> {
  const path = await stores.groups.ancestors(groupId);
  if (path.length === 0 || !canSee(caller, path)) throw notFound(what);
  const holder = { roles: caller.roles.map(grantsOf), ownGroup: caller.groupId };
  if (!decide(holder, required, path).granted) throw new Problem(403, [missingPrivilege(required, groupId)]);
  return path;
}

/**
 * Users manage what's their own; that of others requires `group_admin` on the user's group.
 * @returns the user's group
 * @throws Problem 404, 403
 */
export async function requireOnUser(acting: Acting, userId: number, privilege: 'ro' | 'rw'): Promise<number> {
  const { stores, caller } = acting;
  if (userId === caller.userId) return caller.groupId;
  const user = orNotFound(await stores.users.find(userId), `User ${userId}`);
  await requireOnGroup(acting, { feature: 'group_admin', privilege }, user.group_id, `User ${userId}`);
  return user.group_id;
}
