import { sql, type Kysely } from 'kysely';
import { userPath } from '../../../../contract/access/users.ts';
import type { ActivityStore } from '../../../domain/activity/activity-ports.ts';
import type { Tables } from '../../database/schema.ts';
import { groupPath, isBelow } from './paths.ts';

/** The SQL that keeps both logs up to date. */
export function activityStore(db: Kysely<Tables>): ActivityStore {
  return {
    moveUser: async (userId, groupId) => {
      const path = groupPath(sql`${groupId}::int`);
      await sql`update changes set path = ${path} where record = ${userPath(userId)}`.execute(db);
      await sql`update sign_in_events set path = ${path} where user_id = ${userId}`.execute(db);
    },
    isAbout: async (userId, scope) => {
      const { rows } = await sql<{
        within: boolean | null;
      }>`select bool_and(${isBelow(scope)}) as within from (
          select path from changes where record = ${userPath(userId)}
          union all select path from sign_in_events where user_id = ${userId}
        ) entries`.execute(db);
      return rows[0]?.within ?? undefined;
    },
    forget: async (userId, pseudonym) => {
      const path = userPath(userId);
      // Sign-ins at a provider after the user was deleted name the login only in the step that looks for the user.
      await sql`update sign_in_events set address = ${pseudonym}, user_agent = '', steps = null
        where code = 'unknown_user' and exists (
          select from jsonb_array_elements(steps) step where step->>'actual' in (
            select name from changes where resource = ${path}
            union all select login from sign_in_events where user_id = ${userId}
          )
        )`.execute(db);
      await sql`update sign_in_events set login = ${pseudonym}, address = ${pseudonym}, user_agent = ''
        where user_id = ${userId}`.execute(db);
      await sql`update changes set login = ${pseudonym} where user_id = ${userId}`.execute(db);
      const hidden = (side: 'before' | 'after') =>
        sql`case when jsonb_typeof(field->${sql.lit(side)}) = 'string'
          then jsonb_build_object(${sql.lit(side)}, ${pseudonym}::text) else '{}' end`;
      await sql`update changes set name = ${pseudonym}, fields = coalesce((
          select jsonb_agg(case when field->>'name' in ('login', 'display_name')
            then field || ${hidden('before')} || ${hidden('after')} else field end order by position)
          from jsonb_array_elements(fields) with ordinality as listed (field, position)
        ), '[]') where resource = ${path}`.execute(db);
    },
    reclaim: async (log) => {
      await sql`vacuum ${sql.table(log)}`.execute(db);
    },
    analyze: async (log) => {
      await sql`analyze ${sql.table(log)}`.execute(db);
    },
    prune: async (log, before, most) => {
      // Always the first numbers, so that none is missing between the entries that remain.
      const result = await sql<{ id: number }>`delete from ${sql.table(log)} where id < least(
          coalesce((select id + 1 from ${sql.table(log)} where at < ${before} order by at desc, id desc limit 1), 0),
          (select min(id) + ${most}::int from ${sql.table(log)})
        ) returning id`.execute(db);
      return result.rows.length;
    },
  };
}
