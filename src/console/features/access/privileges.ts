import { coveringGroup } from '../../../contract/access/coverage.ts';
import { features, privileges, satisfies, type FeatureGrant } from '../../../contract/access/privileges.ts';
import { topGroup, type AccessRole } from './model.ts';

/** One role's contribution to a feature. */
export interface Source {
  role: AccessRole;
  privilege: string;
}

/** What somebody holds of a feature, wherever it applies. */
export interface EffectiveFeature {
  feature: string;
  /** The strongest that we know, and those that we do not know and cannot compare. Empty: not held at all. */
  privileges: readonly string[];
  sources: readonly Source[];
}

/** What is asked for: a privilege on a feature. */
export interface Wanted {
  feature: string;
  privilege: string;
}

/** The group itself, what is above it, and whether that reaches the top. */
export interface GroupChain {
  /** From the group upwards; the group first. */
  paths: readonly string[];
  complete: boolean;
}

/** A role that gives what is wanted, and the group of it that reaches the one in question. */
export interface Reason {
  role: AccessRole;
  grant: FeatureGrant;
  through: string;
}

/** A role that comes close: it grants less, or elsewhere. */
export interface NearMiss {
  role: AccessRole;
  grant: FeatureGrant;
  lacks: 'privilege' | 'group';
}

/** Whether something is held, and why. `unknown`: it may depend on groups above that cannot be seen. */
export interface Explanation {
  answer: 'yes' | 'no' | 'unknown';
  reasons: readonly Reason[];
  near: readonly NearMiss[];
}

/** Of several privileges the strongest that we know, and all that we do not. */
export function strongest(held: Iterable<string>): string[] {
  const all = [...new Set(held)];
  const known = privileges.findLast((privilege) => all.includes(privilege));
  const unknown = all.filter((privilege) => !privileges.some((name) => name === privilege)).toSorted(byText);
  return known === undefined ? unknown : [known, ...unknown];
}

/** Every feature that we know or that a role names, with what is held of it: ours first, in the document's order. */
export function effectiveFeatures(roles: readonly AccessRole[]): EffectiveFeature[] {
  const named = new Set(roles.flatMap((role) => role.grants.map((grant) => grant.name)));
  const others = [...named].filter((name) => !features.some((known) => known === name)).toSorted(byText);
  return [...features, ...others].map((feature) => {
    const sources = roles.flatMap((role) =>
      role.grants
        .filter((grant) => grant.name === feature)
        .map((grant) => ({ role, privilege: grant.privilege })),
    );
    return { feature, privileges: strongest(sources.map((source) => source.privilege)), sources };
  });
}

/** What is held of a feature on one group: of every role that applies to it or to a group above. */
export function privilegesOn(roles: readonly AccessRole[], feature: string, chain: GroupChain): string[] {
  return strongest(
    roles
      .filter((role) => coveringGroup(role.groups, chain.paths) !== undefined)
      .flatMap((role) => role.grants.filter((grant) => grant.name === feature))
      .map((grant) => grant.privilege),
  );
}

/** Whether the roles give what is wanted on a group, through which of them, and which come close. */
export function explain(roles: readonly AccessRole[], wanted: Wanted, chain: GroupChain): Explanation {
  const reasons: Reason[] = [];
  const near: NearMiss[] = [];
  for (const role of roles) {
    for (const grant of role.grants.filter(({ name }) => name === wanted.feature)) {
      const through = coveringGroup(role.groups, chain.paths);
      if (!satisfies(grant.privilege, wanted.privilege)) near.push({ role, grant, lacks: 'privilege' });
      else if (through === undefined) near.push({ role, grant, lacks: 'group' });
      else reasons.push({ role, grant, through });
    }
  }
  const undecided =
    !chain.complete && near.some((miss) => miss.lacks === 'group' && miss.role.groups.length > 0);
  const answer = reasons.length > 0 ? 'yes' : undecided ? 'unknown' : 'no';
  return { answer, reasons, near };
}

/** One feature on one group, where two sets of roles may differ. */
export interface Difference {
  feature: string;
  /** Path of the group; what is said of it holds for all below too. */
  group: string;
  left: readonly string[];
  right: readonly string[];
  same: boolean;
}

/**
 * Compares what two sets of roles give, on every group that either of them names.
 * @param chainOf the way up from a group, so that a role on a group above counts
 */
export function compareRoles(
  left: readonly AccessRole[],
  right: readonly AccessRole[],
  chainOf: (path: string) => GroupChain,
): Difference[] {
  const both = [...left, ...right];
  const groups = [...new Set(both.flatMap((role) => role.groups))];
  return effectiveFeatures(both)
    .filter(({ sources }) => sources.length > 0)
    .flatMap(({ feature }) => {
      const rows = groups.map((group) => {
        const chain = chainOf(group);
        const one = privilegesOn(left, feature, chain);
        const other = privilegesOn(right, feature, chain);
        return { feature, group, left: one, right: other, same: one.join() === other.join() };
      });
      return rows.filter((row) => !isSaidAbove(row, rows, chainOf(row.group)));
    })
    .filter((difference) => difference.left.length > 0 || difference.right.length > 0);
}

/** Whether the nearest group above that is compared says the same, which holds for all below it. */
function isSaidAbove(row: Difference, rows: readonly Difference[], chain: GroupChain): boolean {
  const above = chain.paths.slice(1).find((path) => rows.some((other) => other.group === path));
  const nearest = rows.find((other) => other.group === above);
  return nearest?.left.join() === row.left.join() && nearest.right.join() === row.right.join();
}

/** What of a role somebody with other roles does not hold, and so cannot give. */
export function lackingFor(
  role: AccessRole,
  held: readonly AccessRole[],
  chainOf: (path: string) => GroupChain,
): { wanted: Wanted; group: string }[] {
  return role.grants.flatMap(({ name: feature, privilege }) => {
    const wanted = { feature, privilege };
    // Held for the Default group it is held for all, wherever they are.
    if (explain(held, wanted, { paths: [topGroup], complete: true }).answer === 'yes') return [];
    return role.groups
      .filter((group) => explain(held, wanted, chainOf(group)).answer === 'no')
      .map((group) => ({ wanted, group }));
  });
}

function byText(left: string, right: string): number {
  return left.localeCompare(right);
}
