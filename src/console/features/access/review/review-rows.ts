import { coveredThrough, type GroupChain } from '../../../data/session/role-coverage.ts';
import type { AccessRole } from '../../../data/access/model.ts';
import { effectiveFeatures } from '../../../data/access/privileges.ts';
import type { FeatureGrant } from '../../../../contract/access/privileges.ts';
import type { User } from '../../../../contract/access/users.ts';

/** What a user can do: through one role, with one feature, or altogether. */
export interface ReviewRow {
  user: User;
  /** The effective privileges. */
  grants: readonly FeatureGrant[];
  /** The roles that grant them. */
  roles: readonly AccessRole[];
}

/** What each row is about, besides its user. */
export type ReviewedBy = 'role' | 'feature' | 'user';

/**
 * Lists what users can do: there may be very many rows.
 * @param users in the order of the rows
 * @param roles by path: those that are reviewed
 * @param includes whether a feature's privileges are reviewed
 */
export function reviewRows(
  users: readonly User[],
  roles: ReadonlyMap<string, AccessRole>,
  by: ReviewedBy,
  includes: (feature: string, privileges: readonly string[]) => boolean,
): readonly ReviewRow[] {
  const bySet = new Map<string, readonly Omit<ReviewRow, 'user'>[]>();
  const rows: ReviewRow[] = [];
  for (const user of users) {
    const set = user.role_resources.join(' ');
    let entries = bySet.get(set);
    if (!entries) {
      const held = user.role_resources.flatMap((path) => roles.get(path) ?? []);
      entries = held.length === 0 ? [] : entriesOf(held, by, includes);
      bySet.set(set, entries);
    }
    for (const { grants, roles: through } of entries) rows.push({ user, grants, roles: through });
  }
  return rows;
}

function entriesOf(
  held: readonly AccessRole[],
  by: ReviewedBy,
  includes: (feature: string, privileges: readonly string[]) => boolean,
): Omit<ReviewRow, 'user'>[] {
  if (by === 'role') return held.flatMap((role) => entriesOf([role], 'user', includes));
  const features = effectiveFeatures(held)
    .filter(({ feature, privileges }) => privileges.length > 0 && includes(feature, privileges))
    .map(({ feature, privileges, sources }) => ({
      grants: privileges.map((privilege) => ({ name: feature, privilege })),
      roles: [...new Set(sources.map(({ role }) => role))],
    }));
  if (by === 'feature' || features.length === 0) return features;
  const roles = held.filter((role) => features.some((row) => row.roles.includes(role)));
  return [{ grants: features.flatMap(({ grants }) => grants), roles }];
}

/** Whether a role applies to a group, or to one below it. */
export function appliesBelow(
  { groups }: AccessRole,
  group: string,
  chainOf: (path: string) => GroupChain,
): boolean {
  if (coveredThrough(groups, chainOf(group).paths) !== undefined) return true;
  return groups.some((path) => chainOf(path).paths.includes(group));
}
