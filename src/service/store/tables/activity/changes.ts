import { sql, type Kysely, type RawBuilder } from 'kysely';
import { userPath } from '../../../../contract/access/users.ts';
import type {
  ChangeFilter,
  ChangeRow,
  ChangeStore,
  ChangeView,
} from '../../../domain/activity/activity-ports.ts';
import type { Clock } from '../../../domain/clock.ts';
import type { Tables } from '../../database/schema.ts';
import { numbered, type Activity } from './activity.ts';
import { logPage } from './log-pages.ts';
import { groupPath, isBelow } from './paths.ts';
import { json, queriesOn } from '../queries.ts';
import { inScope } from '../scope.ts';

// The length of what isn't compressed by the database is known without reading it.
const columns = sql`id, at, user_id, login, via, action, resource, name, fields, count, request_id,
  octet_length(deleted) > 0 as recreatable`;

export function changeStore(db: Kysely<Tables>, now: Clock, activity: Activity): ChangeStore {
  const { all, allIds, first } = queriesOn(db);
  return {
    isOn: activity.isOn,
    record: async (author, { count = 1, path, deleted, ...change }) => {
      if (!activity.isOn) return;
      const { userId, login, via, requestId = '' } = author;
      const { action, resource, name } = change;
      const { collection, record } = recordOf(resource);
      const groups = path ? sql`${[...path]}::int[]` : groupPath(sql`${change.groupId}::int`);
      const rows = await all<ChangeRow>`with ${numbered('changes', now())}
        insert into changes (id, at, user_id, login, via, action, collection, record, resource, name, fields, count,
          request_id, path, deleted)
        select last, at, ${userId}::int, ${login}, ${via}, ${action}, ${collection}, ${record}, ${resource}, ${name},
          ${json(change.fields)}, ${count}::int, ${requestId}, ${groups},
          decode(${deleted?.toString('base64') ?? null}, 'base64')
        from numbered returning ${columns}`;
      for (const row of rows) activity.onEntry({ change: row });
    },
    list: (view, filter, query) =>
      logPage<ChangeRow>(db, 'changes', columns, [...visible(view), ...matching(view, filter)], query),
    find: (view, id) => {
      const where = sql.join([sql`id = ${id}`, ...visible(view)], sql` and `);
      return first<ChangeRow>`select ${columns} from changes where ${where}`;
    },
    deletions: (view, id) => {
      const entry = (column: string) => sql`(select ${sql.ref(column)} from changes where id = ${id})`;
      // Clients choose the IDs of requests, so that of a run from long ago may be the same.
      const others = sql`request_id <> '' and request_id = ${entry('request_id')} and user_id = ${entry('user_id')}
        and octet_length(deleted) > 0
        and at between ${entry('at')} - interval '1 hour' and ${entry('at')} + interval '1 hour'`;
      const where = sql.join(
        [sql`deleted is not null and (id = ${id} or ${others})`, ...visible(view)],
        sql` and `,
      );
      return allIds`select id from changes where ${where} order by id desc`;
    },
    deletedGroups: async (id) => {
      const row = await first<{ deleted: string }>`select encode(deleted, 'base64') as deleted from changes
        where id = ${id} and deleted is not null`;
      return row && Buffer.from(row.deleted, 'base64');
    },
  };
}

/** The path of the record that a resource is or belongs to, and its collection. */
function recordOf(resource: string): { record: string; collection: string } {
  const [, collection = '', id] = resource.split('/');
  return { record: id === undefined ? '' : `/${collection}/${id}`, collection };
}

function matching(
  { userId: ownId, access }: ChangeView,
  { login, userId, resource, action }: ChangeFilter,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (login !== undefined) conditions.push(sql`login = ${login}`);
  if (userId !== undefined) conditions.push(sql`user_id = ${userId}`);
  // The response names only authors that the caller can list, so a filter must not find the others' entries.
  if ((login !== undefined || userId !== undefined) && access !== 'all')
    conditions.push(
      sql`(user_id = ${ownId} or user_id in (select id from users where ${inScope('group_id', access)}))`,
    );
  if (action !== undefined) conditions.push(sql`action = ${action}`);
  if (resource !== undefined) {
    const { record, collection } = recordOf(resource);
    conditions.push(record === '' ? sql`collection = ${collection}` : sql`record = ${record}`);
    if (record !== '' && record !== resource) conditions.push(sql`resource = ${resource}`);
  }
  return conditions;
}

/** No condition if everything is visible. */
function visible({ userId, groups, access, oidc }: ChangeView): RawBuilder<unknown>[] {
  if (groups === 'all' && access === 'all' && oidc) return [];
  const kinds = [
    sql`collection = 'groups' and ${isBelow(groups)}`,
    sql`collection in ('users', 'roles') and ${isBelow(access)}`,
    // A user's own API keys.
    sql`record = ${userPath(userId)} and resource <> record`,
    ...(oidc ? [sql`collection = 'oidc_ops'`] : []),
  ];
  return [sql`((${sql.join(kinds, sql`) or (`)}))`];
}
