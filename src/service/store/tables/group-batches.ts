import type { Kysely } from 'kysely';
import type { DeletedGroup, GroupBatchStore } from '../../domain/ports.ts';
import type { Tables } from '../database/schema.ts';
import { inScope, lockedPath, parentOf } from './scope.ts';
import { queriesOn } from './queries.ts';

const holdSize = 5_000;

/** The SQL of bulk group operations: values are passed as arrays because a statement has at most 65,535 parameters. */
export function groupBatchStore(db: Kysely<Tables>): GroupBatchStore {
  const { all, allIds, first, run } = queriesOn(db);
  return {
    named: (places) => all<{ id: number; parentId: number; name: string }>`
        select groups.id, groups.parent_id as "parentId", groups.name
        from unnest(${places.map(({ parentId }) => parentId)}::int[], ${places.map(({ name }) => name)}::text[])
          as place (parent_id, name)
        join groups on groups.parent_id = place.parent_id and groups.name = place.name`,
    within: (ids, scope) => allIds`select id from groups
        where id = any(${[...ids]}::int[]) and ${inScope('groups.id', scope)}`,
    lockPaths: async (ids) => {
      const sorted = ids.toSorted((left, right) => left - right);
      for (let start = 0; start < sorted.length; start += holdSize) {
        const some = sorted.slice(start, start + holdSize);
        const row = await first<{ held: number; deleting: number }>`
          with recursive path as (
            select id, parent_id from groups where id = any(${some}::int[])
            union
            select parent.id, parent.parent_id from path, ${parentOf}
          ), held as (${lockedPath})
          select count(*) filter (where id = any(${some}::int[]))::int as held,
            count(*) filter (where deleting)::int as deleting from held`;
        if (row?.held !== some.length || row.deleting > 0) return false;
      }
      return true;
    },
    reserveIds: (count) => allIds`
        select nextval(pg_get_serial_sequence('groups', 'id'))::int as id
        from generate_series(1, ${count}::int)`,
    expectInserts: async () => {
      // A session caches the plan of the foreign key check on a new group's parent. A plan made while there were
      // few groups scans the whole table: new statistics invalidate it.
      await run`analyze groups`;
      await run`set local enable_seqscan = off`;
    },
    insert: (groups) => run`insert into groups (id, name, description, parent_id)
        select * from unnest(
          ${groups.map(({ id }) => id)}::int[], ${groups.map(({ name }) => name)}::text[],
          ${groups.map(({ description }) => description)}::text[], ${groups.map(({ parentId }) => parentId)}::int[]
        )`,
    toKeep: (ids) => all<DeletedGroup>`
        select groups.id, parent_id as "parentId", name, description,
          array(select role_id from role_groups where group_id = groups.id order by role_id) as "roleIds"
        from unnest(${[...ids]}::int[]) with ordinality as listed (id, position)
        join groups on groups.id = listed.id order by position`,
  };
}
