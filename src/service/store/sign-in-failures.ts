import { sql, type Kysely } from 'kysely';
import type { SignInFailureStore } from '../domain/ports.ts';
import type { Tables } from './schema.ts';

/** The SQL of the sign-in throttle: shared by all instances on one database. */
export function signInFailureStore(db: Kysely<Tables>): SignInFailureStore {
  return {
    blockedUntil: async (subjects) => {
      const row = await db
        .selectFrom('sign_in_failures')
        .select((select) => select.fn.max('blocked_until').as('until'))
        .where('subject', 'in', [...subjects])
        .executeTakeFirst();
      return row?.until ?? undefined;
    },
    add: async (subject, at, since) => {
      const result = await sql<{ failures: number }>`
        insert into sign_in_failures (subject, failures, last_failure_at) values (${subject}, 1, ${at})
        on conflict (subject) do update set last_failure_at = ${at}, failures =
          case when sign_in_failures.last_failure_at < ${since} then 1 else sign_in_failures.failures + 1 end
        returning failures`.execute(db);
      return result.rows[0]?.failures ?? 1;
    },
    block: async (subject, until) => {
      await db
        .updateTable('sign_in_failures')
        .set({ blocked_until: until })
        .where('subject', '=', subject)
        .execute();
    },
    clear: async (subject) => {
      await db.deleteFrom('sign_in_failures').where('subject', '=', subject).execute();
    },
    sweep: async (before) => {
      await db.deleteFrom('sign_in_failures').where('last_failure_at', '<', before).execute();
    },
  };
}
