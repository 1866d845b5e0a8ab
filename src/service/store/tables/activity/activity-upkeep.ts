import { sql, type Kysely } from 'kysely';
import { userPath } from '../../../../contract/access/users.ts';
import type { ActivityStore } from '../../../domain/activity/activity-ports.ts';
import type { Tables } from '../../database/schema.ts';
import { queriesOn } from '../queries.ts';
import { groupPath, isBelow } from './paths.ts';

const steps = sql`jsonb_array_elements(steps) step`;
/** In the step that looks for the user. */
const unknownLogin = sql`step->>'actual'`;
const namesLogin = sql`step->>'name' = 'local_user' and step->>'actual' is not null`;

/** The SQL that keeps both logs up to date. */
export function activityStore(db: Kysely<Tables>): ActivityStore {
  const { all, allIds, first, run } = queriesOn(db);
  return {
    moveUser: async (userId, groupId) => {
      const path = groupPath(sql`${groupId}::int`);
      await run`update changes set path = ${path} where record = ${userPath(userId)}`;
      await run`update sign_in_events set path = ${path} where user_id = ${userId}`;
    },
    pathOf: async (userId, scope) => {
      // When a user moves, so do all entries: their paths are equal.
      const found = await first<{ path: number[] }>`select max(path) as path from (
          select path from changes where record = ${userPath(userId)}
          union all select path from sign_in_events where user_id = ${userId}
        ) entries having bool_and(${isBelow(scope)})`;
      return found?.path;
    },
    loginsOf: async (userId) => {
      const found = await all<{ login: string }>`select login from users where id = ${userId}
        union select name from changes where resource = ${userPath(userId)}
        union select login from sign_in_events where user_id = ${userId}`;
      return found.map(({ login }) => login);
    },
    unknownLogins: async () => {
      const found = await all<{ login: string }>`select distinct ${unknownLogin} as login
        from sign_in_events, ${steps} where code = 'unknown_user' and ${namesLogin}`;
      return found.map(({ login }) => login);
    },
    forget: async (userId, pseudonym, unknown) => {
      const path = userPath(userId);
      if (unknown.length > 0)
        await run`update sign_in_events set address = ${pseudonym}, user_agent = '', steps = null
          where code = 'unknown_user' and exists (
            select from ${steps} where ${namesLogin} and ${unknownLogin} = any(${[...unknown]}::text[])
          )`;
      await run`update sign_in_events set login = ${pseudonym}, address = ${pseudonym}, user_agent = '', steps = null
        where user_id = ${userId}`;
      // The names of API keys and files may contain the user's.
      await run`update changes set login = ${pseudonym}, via = regexp_replace(via, '^(api key|configuration) .*', '\\1')
        where user_id = ${userId}`;
      // Every text but the group may be personal, including those of fields that users get later.
      const hidden = (side: 'before' | 'after') =>
        sql`case when jsonb_typeof(field->${sql.lit(side)}) = 'string'
          then jsonb_build_object(${sql.lit(side)}, ${pseudonym}::text) else '{}' end`;
      await run`update changes set name = ${pseudonym}, fields = coalesce((
          select jsonb_agg(case when field->>'name' <> 'group_resource'
            then field || ${hidden('before')} || ${hidden('after')} else field end order by position)
          from jsonb_array_elements(fields) with ordinality as listed (field, position)
        ), '[]') where record = ${path}`;
    },
    prune: async (log, { before, now, most }) => {
      // Always the first numbers, so that none is missing between the entries that remain. A clock may have been wrong: an
      // entry that looks old doesn't remove newer ones before it, and those from the future, however many, don't keep old
      // ones after them.
      const removed = await allIds`with first as (
          select id, at from ${sql.table(log)} order by id limit ${most}
        ), oldest as (
          select id, at from first
          union (select id, at from ${sql.table(log)} where at <= ${now} order by id limit 1)
        ) delete from ${sql.table(log)} where id <= (select max(id) from first) and id <= (
          select max(id) from oldest where at < ${before} and id < coalesce(
            (select min(id) from oldest where at between ${before} and ${now}), id + 1
          )
        ) returning id`;
      return removed.length;
    },
    limitKept: (bytes) => run`update changes set deleted = '' where octet_length(deleted) > 0 and id in (
        select id from (
          select id, sum(octet_length(deleted)) over (order by id desc) as total from changes where deleted is not null
        ) kept where total > ${bytes})`,
  };
}
