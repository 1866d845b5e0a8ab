import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../domain/scope.ts';

/** The condition that a column with group ids is within a scope. */
export function inScope(column: string, scope: Scope): RawBuilder<boolean> {
  if (scope === 'all') return sql<boolean>`true`;
  const id = sql.ref(column);
  return sql<boolean>`(${id} = any(${[...scope.single]}::int[]) or ${id} in (
    with recursive reached as (
      select id from groups where id = any(${[...scope.roots]}::int[])
      union
      select child.id from groups child join reached on child.parent_id = reached.id
    ) select id from reached))`;
}
