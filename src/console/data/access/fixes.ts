import type { FeaturePrivilege } from '../../../contract/access/decision.ts';
import { features, privileges, satisfies } from '../../../contract/access/privileges.ts';
import type { AccessRole } from './model.ts';
import { compareRoles, explain, missingGrants, type Difference, type HoldsOn } from './privileges.ts';
import { coveredThrough, type GroupChain } from '../session/role-coverage.ts';

/** A privilege on a group. */
export interface PrivilegeOnGroup {
  required: FeaturePrivilege;
  group: string;
}

/** A change that grants a missing privilege: another role for the user, a change to a role, or a new role. */
export interface Fix {
  kind: 'assign' | 'edit' | 'create';
  /** The role as it is now; the new one as it would be created. */
  role: AccessRole;
  /** The role as it would be; the same unless it's edited. */
  changed: AccessRole;
  /** What else the user, or the role, gains. */
  extra: readonly Difference[];
}

type ChainOf = (path: string) => GroupChain;

/**
 * Every change that grants a missing privilege.
 * @param held the user's roles, or the role itself
 * @param available the roles that can be assigned; empty if a role's own access is changed
 * @param newRole a role to create, without grants and groups; undefined to create none
 */
export function fixesFor(
  missing: PrivilegeOnGroup,
  held: readonly AccessRole[],
  available: readonly AccessRole[],
  newRole: AccessRole | undefined,
  chainOf: ChainOf,
): Fix[] {
  const { required, group } = missing;
  const gains = (after: readonly AccessRole[]) =>
    compareRoles(held, after, chainOf).filter(
      (row) => !row.same && (row.feature !== required.feature || row.group !== group),
    );
  const assigned = available
    .filter((role) => !held.some(({ path }) => path === role.path))
    .filter((role) => explain([role], required, chainOf(group)).granted === 'yes')
    .map((role): Fix => ({ kind: 'assign', role, changed: role, extra: gains([...held, role]) }));
  // Roles can only be given the features and privileges that the API names.
  if (!isKnown(required)) return assigned;
  const edited = held.map((role): Fix => {
    const changed = granting(role, missing, chainOf);
    const after = held.map((other) => (other === role ? changed : other));
    return { kind: 'edit', role, changed, extra: gains(after) };
  });
  const created = newRole && granting(newRole, missing, chainOf);
  return [
    ...assigned,
    ...edited,
    ...(created
      ? [{ kind: 'create', role: created, changed: created, extra: gains([...held, created]) } as const]
      : []),
  ];
}

function isKnown({ feature, privilege }: FeaturePrivilege): boolean {
  return features.some((name) => name === feature) && privileges.some((name) => name === privilege);
}

/** The role with the least added to it that grants the privilege. */
export function granting<Role extends Pick<AccessRole, 'grants' | 'groups'>>(
  role: Role,
  { required: { feature, privilege }, group }: PrivilegeOnGroup,
  chainOf: ChainOf,
): Role {
  const granted = role.grants.some(
    (grant) => grant.name === feature && satisfies(grant.privilege, privilege),
  );
  const covered = coveredThrough(role.groups, chainOf(group).paths) !== undefined;
  return {
    ...role,
    grants: granted
      ? role.grants
      : [...role.grants.filter(({ name }) => name !== feature), { name: feature, privilege }],
    groups: covered ? role.groups : [...role.groups, group],
  };
}

const preference = ['assign', 'edit', 'create'];

/**
 * Sorts changes by how much access they add beyond what's missing, least first.
 * @param othersOf how many other users have the role
 */
export function smallestFirst(fixes: readonly Fix[], othersOf: (role: AccessRole) => number): readonly Fix[] {
  const cost = ({ kind, role, extra }: Fix) =>
    kind === 'edit' ? (extra.length + 1) * (othersOf(role) + 1) - 1 : extra.length;
  return fixes.toSorted(
    (one, other) => cost(one) - cost(other) || preference.indexOf(one.kind) - preference.indexOf(other.kind),
  );
}

/** Whom a change is for: their group, and the roles they have now. */
interface Target {
  group: string;
  roles: readonly AccessRole[];
}

/**
 * The privilege that someone lacks to make a change (docs/decisions.md, "Privileges"); undefined if they lack none.
 * @param holdsOn whether they hold a privilege on a group
 * @param target the user to change; undefined if only a role changes
 */
export function missingFor(
  { kind, role, changed }: Fix,
  holdsOn: HoldsOn,
  target: Target | undefined,
  chainOf: ChainOf,
): PrivilegeOnGroup | undefined {
  const required = { feature: 'group_admin', privilege: 'rw' };
  const administrators = [
    ...(kind === 'assign' ? [] : [role.administrator]),
    ...(kind === 'edit' || !target ? [] : [target.group]),
  ];
  const unmanaged = administrators.find((group) => !holdsOn('group_admin', 'rw', chainOf(group).paths));
  if (unmanaged !== undefined) return { required, group: unmanaged };
  const roles = [role, changed, ...(kind === 'edit' ? [] : (target?.roles ?? []))];
  return roles.flatMap((each) => missingGrants(each, holdsOn, chainOf))[0];
}
