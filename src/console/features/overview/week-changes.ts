import type { Change } from '../../../contract/activity/changes.ts';
import { entryId } from '../../data/activity/logs.ts';

/** How many more records of each kind there are than a week ago; without those for which the log doesn't say that. */
export type Growth = Partial<Record<'groups' | 'providers' | 'users' | 'roles', number>>;

const weekMilliseconds = 7 * 24 * 3_600_000;
const kinds = { groups: 'groups', users: 'users', roles: 'roles', oidc_ops: 'providers' } as const;

/** Compares with a week ago. @param changes the newest ones */
export function weekGrowth(changes: readonly Change[]): Growth {
  const since = Date.now() - weekMilliseconds;
  const oldest = changes.at(-1);
  // Otherwise, entries of this week may be further back, have been removed, or be hidden from this user.
  const isWhole = oldest && (entryId(oldest.change_resource) === 1 || Date.parse(oldest.at) < since);
  return isWhole ? growthOf(changes.filter(({ at }) => Date.parse(at) >= since)) : {};
}

/** How many records the changes have added. @param changes all of a period */
export function growthOf(
  changes: readonly Pick<Change, 'action' | 'resource' | 'fields' | 'count'>[],
): Growth {
  const growth: Growth = { groups: 0, users: 0, roles: 0, providers: 0 };
  const moved = new Set<keyof Growth>();
  for (const { action, resource, fields: changed, count } of changes) {
    const [, collection = ''] = /^\/(\w+)\/\d+(?:\/groups)?$/.exec(resource) ?? [];
    if (!Object.hasOwn(kinds, collection)) continue;
    const kind = kinds[collection as keyof typeof kinds];
    // Into what the user can see, or out of it.
    if (
      changed.some(({ name }) => name === 'group_resource' || name === 'admin_group') &&
      action === 'updated'
    )
      moved.add(kind);
    const sign = action === 'updated' ? 0 : action === 'deleted' ? -1 : 1;
    growth[kind] = (growth[kind] ?? 0) + sign * count;
  }
  for (const kind of moved) delete growth[kind];
  return growth;
}
