import { coveredThrough, type GroupChain } from '../../../data/access/role-coverage.ts';
import type { AccessRole } from '../../../data/access/model.ts';
import { effectiveFeatures } from '../../../data/access/privileges.ts';
import type { CompleteUser } from '../../../data/service/records.ts';
import type { Rows } from '../../../ui/data-table/columns.ts';

/** What a user can do with one feature. */
export interface ReviewRow {
  user: CompleteUser;
  feature: string;
  /** The effective ones. */
  privileges: readonly string[];
  /** The roles that grant it. */
  roles: readonly AccessRole[];
}

/** What a review is limited to. */
export interface ReviewScope {
  /** The path of a group: only what applies to it, or to a group below it. */
  group: string | undefined;
  chainOf(path: string): GroupChain;
  /** Whether a feature's privileges are reviewed. */
  includes(feature: string, privileges: readonly string[]): boolean;
}

/**
 * Lists what users can do, feature by feature. There may be millions of rows, so that each is made when it's read.
 * @param users in the order of the rows; only those with a row are in it
 * @param roles by path; roles that aren't visible are missing
 */
export function reviewRows(
  users: readonly CompleteUser[],
  roles: ReadonlyMap<string, AccessRole>,
  scope: ReviewScope,
): Rows<ReviewRow> & { users: number } {
  const applies = new Map([...roles].map(([path, role]) => [path, isInScope(role, scope)]));
  const bySet = new Map<string, readonly Omit<ReviewRow, 'user'>[]>();
  const entriesOf = ({ role_resources: paths }: CompleteUser) => {
    const key = paths.join(' ');
    const known = bySet.get(key);
    if (known) return known;
    const held = paths.flatMap((path) => (applies.get(path) ? (roles.get(path) ?? []) : []));
    const entries = effectiveFeatures(held).flatMap(({ feature, privileges, sources }) =>
      privileges.length > 0 && scope.includes(feature, privileges)
        ? [{ feature, privileges, roles: [...new Set(sources.map(({ role }) => role))] }]
        : [],
    );
    bySet.set(key, entries);
    return entries;
  };
  const listed = users.filter((user) => entriesOf(user).length > 0);
  /** The index of each user's first row. */
  const starts: number[] = [];
  let length = 0;
  for (const user of listed) {
    starts.push(length);
    length += entriesOf(user).length;
  }
  return {
    length,
    users: listed.length,
    at: (index) => {
      const position = lastUpTo(starts, index);
      const user = listed[position];
      const entry = user && entriesOf(user)[index - (starts[position] ?? 0)];
      return entry && { user, ...entry };
    },
  };
}

/** Whether a role applies to a group, or to one below it. */
function isInScope({ groups }: AccessRole, { group, chainOf }: ReviewScope): boolean {
  if (group === undefined) return true;
  if (coveredThrough(groups, chainOf(group).paths) !== undefined) return true;
  return groups.some((path) => chainOf(path).paths.includes(group));
}

/** The position of the last of some ascending numbers that isn't greater than another one. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((numbers[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
