import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../domain/scope.ts';

/** The condition that a column with group ids is within a scope. */
export function inScope(column: string, scope: Scope): RawBuilder<boolean> {
  if (scope === 'all') return sql<boolean>`true`;
  const id = sql.ref(column);
  return sql<boolean>`(${id} = any(${[...scope.single]}::int[]) or ${id} in (
    ${reachedFrom(scope.roots)} select id from reached))`;
}

/** Begins a query with `reached`: the ids of the groups that exist, and of everything below them. */
export function reachedFrom(ids: readonly number[]): RawBuilder<unknown> {
  // The lateral query makes the database look up each group's children by index. With statistics of a smaller tree it would
  // otherwise scan all groups, and that for each level.
  return sql`with recursive reached as (
      select id from groups where id = any(${[...ids]}::int[])
      union
      select child.id from reached cross join lateral (
        select id from groups where parent_id = reached.id offset 0
      ) child
    )`;
}

/** The `parent` of each group in `path`, looked up by index: otherwise the database scans a small tree for each level. */
export const parentOf = sql`lateral (select id, parent_id from groups where id = path.parent_id offset 0) parent`;

/** Locks the groups in `path`, always in the order of their ids, to avoid deadlocks. As an array, they're looked up by index. */
export const lockedPath = sql<{ id: number; deleting: boolean }>`select id, deleting from groups
  where id = any(array(select id from path)) order by id for share`;
