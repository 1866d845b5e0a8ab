import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../domain/scope.ts';

/** The array of ids from a group up to the root; empty if the group doesn't exist. */
export function groupPath(groupId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`array(with recursive above as (
      select id, parent_id, 0 as height from groups where id = ${groupId}
      union all
      select parent.id, parent.parent_id, above.height + 1 from groups parent join above on parent.id = above.parent_id
    ) select id from above order by height)`;
}

/** The condition that an entry's `path` leads into a scope. */
export function isBelow(scope: Scope): RawBuilder<unknown> {
  if (scope === 'all') return sql`true`;
  const { roots } = scope;
  const single = scope.single.filter((id) => !roots.includes(id));
  const isBelowRoots = sql`path && ${[...roots]}::int[]`;
  if (single.length === 0) return isBelowRoots;
  // What's in the index of paths is stated, but no condition twice: the planner would expect far fewer entries than there are.
  return sql`(${isBelowRoots} or path && ${single}::int[] and path[1] = any(${single}::int[]))`;
}
