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
