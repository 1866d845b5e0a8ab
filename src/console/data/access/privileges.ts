import { isSame } from '../../lib/changes-to.ts';
import { compareNames } from '../../lib/text.ts';
import { decide, type Decision, type FeaturePrivilege } from '../../../contract/access/decision.ts';
import { features, privileges } from '../../../contract/access/privileges.ts';
import type { useSession } from '../session/use-session.ts';
import { coveredThrough, type GroupChain } from '../session/role-coverage.ts';
import { isDocumented } from '../../api/kind.ts';
import { topGroup, type AccessRole } from './model.ts';

/** One role's contribution to a feature. */
export interface Source {
  role: AccessRole;
  privilege: string;
}

/** The effective privileges on a feature, on any group. */
export interface EffectiveFeature {
  feature: string;
  /** The strongest known privilege and all unknown ones, which can't be compared. Empty if no role grants any. */
  privileges: readonly string[];
  sources: readonly Source[];
}

/** Whether a privilege is granted, and why. `unknown`: it depends on roles, grants or groups that aren't visible. */
export interface Explanation extends Omit<Decision<string, AccessRole>, 'granted'> {
  granted: 'yes' | 'no' | 'unknown';
}

/** The strongest known privilege, and all unknown ones. */
export function strongest(held: Iterable<string>): string[] {
  const all = [...new Set(held)];
  const known = privileges.findLast((privilege) => all.includes(privilege));
  const unknown = all
    .filter((privilege) => !privileges.some((name) => name === privilege))
    .toSorted(compareNames);
  return known === undefined ? unknown : [known, ...unknown];
}

/**
 * The effective privileges on every feature: known features first, in the API's order. A documented service names one after itself,
 * so ours isn't one of its features unless a role names it.
 */
export function effectiveFeatures(roles: readonly AccessRole[]): EffectiveFeature[] {
  const named = new Set(roles.flatMap((role) => role.grants.map((grant) => grant.name)));
  const isOurs = (name: string) => name === 'palisade' && isDocumented() && !named.has(name);
  const others = [...named]
    .filter((name) => !features.some((known) => known === name))
    .toSorted(compareNames);
  return [...features.filter((name) => !isOurs(name)), ...others].map((feature) => {
    const sources = roles.flatMap((role) =>
      role.grants
        .filter((grant) => grant.name === feature)
        .map((grant) => ({ role, privilege: grant.privilege })),
    );
    return { feature, privileges: strongest(sources.map((source) => source.privilege)), sources };
  });
}

/** The effective privileges on a feature for one group. */
export function privilegesOn(roles: readonly AccessRole[], feature: string, chain: GroupChain): string[] {
  const granting = roles.flatMap((role) => {
    const granted = role.grants.flatMap(({ name, privilege }) => (name === feature ? [privilege] : []));
    return granted.length === 0 ? [] : [{ role, granted }];
  });
  const covers = ({ role }: { role: AccessRole }) => coveredThrough(role.groups, chain.paths) !== undefined;
  return strongest(granting.filter(covers).flatMap(({ granted }) => granted));
}

/** Whether someone's roles grant a privilege on a group, through which of them, and which come close. */
export function explain(
  roles: readonly AccessRole[],
  required: FeaturePrivilege,
  chain: GroupChain,
  ownGroup?: string,
): Explanation {
  const decision = decide({ roles, ownGroup }, required, [...chain.paths, topGroup]);
  const undecided = decision.near.some(
    ({ lacks, role }) => lacks === 'group' && !chain.complete && role.groups.length > 0,
  );
  return { ...decision, granted: decision.granted ? 'yes' : undecided ? 'unknown' : 'no' };
}

/** One feature on one group, compared between two sets of roles. */
export interface Difference {
  feature: string;
  /** Path of the group; the result also applies to its descendants. */
  group: string;
  left: readonly string[];
  right: readonly string[];
  same: boolean;
}

/**
 * Compares two sets of roles on every group that either of them names, unless others are given.
 * @param chainOf a group's ancestors, because their roles count too
 */
export function compareRoles(
  left: readonly AccessRole[],
  right: readonly AccessRole[],
  chainOf: (path: string) => GroupChain,
  some?: readonly string[],
): Difference[] {
  const both = [...left, ...right];
  const groups = [...new Set(some ?? both.flatMap((role) => role.groups))];
  return effectiveFeatures(both)
    .filter(({ sources }) => sources.length > 0)
    .flatMap(({ feature }) => {
      const rows = groups.map((group) => {
        const chain = chainOf(group);
        return {
          group,
          left: privilegesOn(left, feature, chain),
          right: privilegesOn(right, feature, chain),
        };
      });
      return rows
        .filter((row) => !isRedundant(row, rows, chainOf(row.group)))
        .filter((row) => row.left.length + row.right.length > 0)
        .map((row) => ({ feature, ...row, same: isSame(row.left, row.right) }));
    });
}

/** What both sides hold on a group. */
type ComparedGroup = Pick<Difference, 'group' | 'left' | 'right'>;

/** Whether the nearest compared ancestor has the same result, which makes this row redundant. */
function isRedundant(row: ComparedGroup, rows: readonly ComparedGroup[], chain: GroupChain): boolean {
  const above = chain.paths.slice(1).find((path) => rows.some((other) => other.group === path));
  const nearest = rows.find((other) => other.group === above);
  return nearest !== undefined && isSame(nearest.left, row.left) && isSame(nearest.right, row.right);
}

/** As in `useSession`. */
export type HoldsOn = ReturnType<typeof useSession>['holdsOn'];

/** The grants of a role that someone certainly doesn't hold, and so can't assign to others. */
export function missingGrants(
  { grants, groups }: AccessRole,
  holdsOn: HoldsOn,
  chainOf: (path: string) => GroupChain,
): { required: FeaturePrivilege; group: string }[] {
  return (
    grants
      // A privilege on the Default group covers every group, whose ancestors needn't be loaded then.
      .filter(({ name, privilege }) => !holdsOn(name, privilege, [topGroup]))
      .flatMap(({ name: feature, privilege }) =>
        groups
          .filter((group) => !holdsOn(feature, privilege, chainOf(group).paths))
          .map((group) => ({ required: { feature, privilege }, group })),
      )
  );
}
