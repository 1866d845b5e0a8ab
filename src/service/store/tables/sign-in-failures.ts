import { sql, type Kysely } from 'kysely';
import type { SignInFailureStore } from '../../domain/access/access-ports.ts';
import type { Tables } from '../database/schema.ts';
import { queriesOn } from './queries.ts';

/** The SQL of the sign-in throttle: shared by all instances on one database. */
export function signInFailureStore(db: Kysely<Tables>): SignInFailureStore {
  const { first, run } = queriesOn(db);
  return {
    attempt: async (key, at, { free, longest }) => {
      // Times from a clock that was ahead count as now, so that they don't block for longer.
      const last = sql`least(sign_in_failures.last_failure_at, ${at}::timestamptz)`;
      const minutes = sql`floor(extract(epoch from ${at}::timestamptz - ${last}) / 60)::int`;
      const left = sql`greatest(sign_in_failures.failures - ${minutes}, 0)`;
      const failures = sql`(${left} + 1)`;
      // One statement, so that concurrent attempts can't slip between check and count. The exponent is limited
      // to avoid overflow. Partial minutes carry over, so that frequent attempts don't keep old ones alive.
      const counted = await first`
        insert into sign_in_failures (subject, failures, last_failure_at) values (${key}, 1, ${at})
        on conflict (subject) do update set failures = ${failures},
          last_failure_at = case when ${left} = 0 then ${at}::timestamptz
            else ${last} + make_interval(mins => ${minutes}) end,
          blocked_until = case when ${failures} >= ${free}::int then ${at}::timestamptz +
            make_interval(secs => least(power(2, least(${failures} - ${free}::int, 10)), ${longest}::int)) end
        where sign_in_failures.blocked_until is null or sign_in_failures.blocked_until <= ${at}
          or sign_in_failures.blocked_until > ${at}::timestamptz + make_interval(secs => ${longest}::int)
        returning subject`;
      if (counted) return undefined;
      const blocked = await first<{ until: Date | null }>`
        select blocked_until as until from sign_in_failures where subject = ${key}`;
      return blocked?.until ?? undefined;
    },
    undo: (key) => run`update sign_in_failures set failures = greatest(failures - 1, 0), blocked_until = null
        where subject = ${key}`,
    clear: (key) => run`delete from sign_in_failures where subject = ${key}`,
    sweep: (before) => run`delete from sign_in_failures where last_failure_at < ${before}`,
  };
}
