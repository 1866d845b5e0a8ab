import { coveredThrough, type GroupChain } from '../../../data/session/role-coverage.ts';
import type { AccessRole } from '../../../data/access/model.ts';
import { effectiveFeatures } from '../../../data/access/privileges.ts';
import type { User } from '../../../../contract/access/users.ts';

/** What a user can do with one feature. */
export interface ReviewRow {
  user: User;
  feature: string;
  /** The effective ones. */
  privileges: readonly string[];
  /** The roles that grant it. */
  roles: readonly AccessRole[];
}

/**
 * Lists what users can do, feature by feature: there may be very many rows.
 * @param users in the order of the rows
 * @param roles by path: those that are reviewed
 * @param includes whether a feature's privileges are reviewed
 */
export function reviewRows(
  users: readonly User[],
  roles: ReadonlyMap<string, AccessRole>,
  includes: (feature: string, privileges: readonly string[]) => boolean,
): readonly ReviewRow[] {
  const bySet = new Map<string, readonly Omit<ReviewRow, 'user'>[]>();
  const rows: ReviewRow[] = [];
  for (const user of users) {
    const set = user.role_resources.join(' ');
    const known = bySet.get(set);
    const entries =
      known ??
      grantsOf(
        user.role_resources.flatMap((path) => roles.get(path) ?? []),
        includes,
      );
    if (!known) bySet.set(set, entries);
    for (const { feature, privileges, roles: through } of entries)
      rows.push({ user, feature, privileges, roles: through });
  }
  return rows;
}

function grantsOf(
  held: readonly AccessRole[],
  includes: (feature: string, privileges: readonly string[]) => boolean,
) {
  return effectiveFeatures(held).flatMap(({ feature, privileges, sources }) =>
    privileges.length > 0 && includes(feature, privileges)
      ? [{ feature, privileges, roles: [...new Set(sources.map(({ role }) => role))] }]
      : [],
  );
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
