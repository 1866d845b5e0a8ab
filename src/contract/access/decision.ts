import { satisfies, type FeatureGrant } from './privileges.ts';

/** A feature and the least privilege on it. Plain strings: a role may contain another version's names. */
export interface FeaturePrivilege {
  feature: string;
  privilege: string;
}

/** What a role grants, and on which groups. Groups are identified by id in the service, and by path in the console. */
export interface Granting<Group> {
  grants: readonly FeatureGrant[];
  groups: readonly Group[];
}

export interface Holder<Group, Role extends Granting<Group>> {
  roles: readonly Role[];
  /** The group they belong to, which they can read without a role. */
  ownGroup?: Group | undefined;
}

/** A role that grants a privilege, and the role's group through which it does. */
export interface Reason<Group, Role> {
  role: Role;
  grant: FeatureGrant;
  through: Group;
}

/** A role that grants a weaker privilege, or grants it on other groups. */
export interface NearMiss<Role> {
  role: Role;
  grant: FeatureGrant;
  lacks: 'privilege' | 'group';
}

/** Whether someone holds a privilege on a group, and why. */
export interface Decision<Group, Role> {
  granted: boolean;
  reasons: readonly Reason<Group, Role>[];
  near: readonly NearMiss<Role>[];
  /** Whether it's granted because the group is their own. */
  ownGroup: boolean;
}

/**
 * Decides whether someone holds a privilege on a group (docs/decisions.md, "Privileges").
 * @param chain from the group upwards, as far as it's known
 */
export function decide<Group, Role extends Granting<Group>>(
  holder: Holder<Group, Role>,
  required: FeaturePrivilege,
  chain: readonly Group[],
): Decision<Group, Role> {
  const reasons: Reason<Group, Role>[] = [];
  const near: NearMiss<Role>[] = [];
  for (const role of holder.roles) {
    for (const grant of role.grants) {
      if (grant.name !== required.feature) continue;
      const through = coveringGroup(role.groups, chain);
      if (!satisfies(grant.privilege, required.privilege)) near.push({ role, grant, lacks: 'privilege' });
      else if (through === undefined) near.push({ role, grant, lacks: 'group' });
      else reasons.push({ role, grant, through });
    }
  }
  const ownGroup =
    required.feature === 'group' &&
    required.privilege === 'ro' &&
    holder.ownGroup !== undefined &&
    holder.ownGroup === chain[0];
  return { granted: ownGroup || reasons.length > 0, reasons, near, ownGroup };
}

/**
 * What a role grants that someone doesn't hold. No one can grant what they don't hold, nor change anyone who holds more.
 * @param chainOf a group and those above it
 */
export function missingGrants<Group, Role extends Granting<Group>>(
  granted: Granting<Group>,
  roles: readonly Role[],
  chainOf: (group: Group) => readonly Group[],
): { required: FeaturePrivilege; group: Group }[] {
  return granted.grants.flatMap(({ name: feature, privilege }) => {
    const required = { feature, privilege };
    return granted.groups
      .filter((group) => !decide({ roles }, required, chainOf(group)).granted)
      .map((group) => ({ required, group }));
  });
}

/**
 * Decides whether a role covers a group: a role applies to its groups and all their descendants. Groups are identified
 * by id in the service, and by path in the console.
 * @param roleGroups the role's groups
 * @param chain from the group upwards, as far as it's known
 * @returns the nearest of the role's groups that is the group itself or above it; undefined if the role doesn't cover it
 */
export function coveringGroup<Group>(
  roleGroups: readonly Group[],
  chain: readonly Group[],
): Group | undefined {
  return chain.find((group) => roleGroups.includes(group));
}
