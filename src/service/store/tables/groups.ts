import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ChildRow, GroupRow, GroupStore } from '../../domain/ports.ts';
import { groupPage } from './group-pages.ts';
import type { Tables } from '../database/schema.ts';
import { inScope, lockedPath, parentOf, reachedFrom } from './scope.ts';
import { queriesOn } from './queries.ts';

const columnList = sql`id, name, description, mode, customer_id, parent_id`;

/** The SQL of groups. Subtrees and paths are recursive queries over `parent_id`. */
export function groupStore(db: Kysely<Tables>): GroupStore {
  const { all, allIds, first, one, run } = queriesOn(db);
  return {
    find: (id) => first`select ${columnList} from groups where id = ${id}`,
    findMany: (ids) => all<GroupRow>`select ${columnList} from groups where id = any(${[...ids]}::int[])`,
    list: (scope, ...page) => groupPage(db, inScope('groups.id', scope), ...page),
    listChildren: (id, scope, ...page) =>
      groupPage(db, sql`parent_id = ${id} and ${inScope('groups.id', scope)}`, ...page),
    ancestors: (id) => allIds`${pathOf(id)} select id from path order by height`,
    paths: async (ids) => {
      const found = await all<{ start: number; path: number[] }>`
        with recursive path as (
          select id as start, id, parent_id, 0 as height from groups where id = any(${[...ids]}::int[])
          union all
          select path.start, parent.id, parent.parent_id, path.height + 1
          from groups parent join path on parent.id = path.parent_id
        ) select start, json_agg(id order by height) as path from path group by start`;
      return new Map(found.map(({ start, path }) => [start, path]));
    },
    withAncestors: (ids) => all<GroupRow>`
        with recursive above as (
          select ${columnList} from groups where id = any(${[...ids]}::int[])
          union
          select parent.id, parent.name, parent.description, parent.mode, parent.customer_id, parent.parent_id
          from groups parent join above on parent.id = above.parent_id
        ) select ${columnList} from above order by id`,
    lockPath: async (id) => {
      const locked = await all<{ id: number; deleting: boolean }>`${pathOf(id)} ${lockedPath}`;
      // A group deleted while this waited for its lock is on the path, but no longer among the rows.
      return locked.some((group) => group.id === id) && locked.every(({ deleting }) => !deleting);
    },
    insert: ({
      name,
      description,
      parentId,
    }) => one<GroupRow>`insert into groups (name, description, parent_id)
        values (${name}, ${description}, ${parentId}) returning ${columnList}`,
    // Locked first, so that what was stored before is also right if others update it concurrently.
    update: (id, { name, description }) => first<{ before: GroupRow; after: GroupRow }>`with before as (
          select ${columnList} from groups where id = ${id} for update
        ), after as (
          update groups set name = coalesce(${name ?? null}::text, before.name),
            description = coalesce(${description ?? null}::text, before.description)
          from before where groups.id = before.id
          returning groups.id, groups.name, groups.description, groups.mode, groups.customer_id, groups.parent_id
        ) select row_to_json(before) as before, row_to_json(after) as after from before, after`,
    hasChildren: async (id) => !!(await first`select 1 from groups where parent_id = ${id} limit 1`),
    lockRoot: (id) => first<{ deleting: boolean }>`select deleting from groups where id = ${id} for update`,
    markDeleting: (id, deleting) => run`update groups set deleting = ${deleting} where id = ${id}`,
    unmarkAbandoned: (kind) => run`update groups set deleting = false where deleting and not exists (
        select 1 from jobs where kind = ${kind} and not finished and payload->'rootId' = to_jsonb(groups.id)
      )`,
    // In index order, so that a page's cost doesn't depend on the number of children.
    childrenOf: (
      parentIds,
      { parentId, id } = { parentId: -1, id: -1 },
      limit,
    ) => all<ChildRow>`select id, parent_id as "parentId" from groups
        where parent_id = any(${[...parentIds]}::int[]) and (parent_id, id) > (${parentId}::int, ${id}::int)
        order by parent_id, id limit ${limit}`,
    deletionBlockers: async (ids, rolesOf) => {
      const groups = await all<{ name: string }>`select name from groups
        where id in (select group_id from users where group_id = any(${[...ids]}::int[])) order by id`;
      const roles = await all<{ name: string | null }>`select
          case when ${inScope('roles.admin_group_id', rolesOf)} then name end as name from roles
        where admin_group_id = any(${[...ids]}::int[]) order by id`;
      return { groupsWithUsers: groups.map(({ name }) => name), roles: roles.map(({ name }) => name) };
    },
    delete: async (ids) =>
      (await allIds`delete from groups where id = any(${[...ids]}::int[]) returning id`).length,
    subtreeSize: async (id) => {
      const { size } = await one<{ size: number }>`${reachedFrom([id])}
        select count(*)::int as size from reached`;
      return size;
    },
  };
}

function pathOf(id: number): RawBuilder<unknown> {
  return sql`with recursive path as (
    select id, parent_id, 0 as height from groups where id = ${id}
    union all
    select parent.id, parent.parent_id, path.height + 1 from path, ${parentOf}
  )`;
}
