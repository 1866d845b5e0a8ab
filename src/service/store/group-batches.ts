import { sql, type Kysely } from 'kysely';
import type { GroupBatchStore } from '../domain/ports.ts';
import type { Tables } from './schema.ts';
import { inScope } from './scope.ts';

/** The SQL of work on very many groups: values go as arrays, because a statement takes 65,535 parameters at most. */
export function groupBatchStore(db: Kysely<Tables>): GroupBatchStore {
  return {
    named: async (places) => {
      const result = await sql<{ id: number; parentId: number; name: string }>`
        select groups.id, groups.parent_id as "parentId", groups.name
        from unnest(${places.map(({ parentId }) => parentId)}::int[], ${places.map(({ name }) => name)}::text[])
          as wanted (parent_id, name)
        join groups on groups.parent_id = wanted.parent_id and groups.name = wanted.name`.execute(db);
      return result.rows;
    },
    within: async (ids, scope) => {
      const result = await sql<{ id: number }>`select id from groups
        where id = any(${[...ids]}::int[]) and ${inScope('groups.id', scope)}`.execute(db);
      return result.rows.map((row) => row.id);
    },
    holdPaths: async (ids) => {
      const result = await sql<{ id: number; deleting: boolean }>`
        with recursive path as (
          select id, parent_id from groups where id = any(${[...ids]}::int[])
          union
          select parent.id, parent.parent_id from groups parent join path on parent.id = path.parent_id
        )
        select id, deleting from groups where id in (select id from path) order by id for share`.execute(db);
      const held = new Set(result.rows.map((row) => row.id));
      return ids.every((id) => held.has(id)) && result.rows.every((row) => !row.deleting);
    },
    reserveIds: async (count) => {
      const result = await sql<{ id: number }>`
        select nextval(pg_get_serial_sequence('groups', 'id'))::int as id
        from generate_series(1, ${count}::int)`.execute(db);
      return result.rows.map((row) => row.id);
    },
    insert: async (groups) => {
      await sql`insert into groups (id, name, description, parent_id)
        select * from unnest(
          ${groups.map(({ id }) => id)}::int[], ${groups.map(({ name }) => name)}::text[],
          ${groups.map(({ description }) => description)}::text[], ${groups.map(({ parentId }) => parentId)}::int[]
        )`.execute(db);
    },
  };
}
