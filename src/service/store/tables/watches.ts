import { sql, type Kysely } from 'kysely';
import { latestCredible } from '../../domain/clock.ts';
import type { WatchRow, WatchStore } from '../../domain/oidc/oidc-ports.ts';
import type { Tables } from '../database/schema.ts';
import { json, queriesOn } from './queries.ts';

/** An arbitrary advisory lock number, used for nothing else. */
const takingLock = 7_310_003;
/** How many providers all instances look at simultaneously. */
const looksAtOnce = 2;
/** When another instance takes over. */
const takenMilliseconds = 2 * 60_000;
/** More than the time between two looks. */
const mostHours = 8;

/** The SQL of what's known about providers. Times that only a wrong clock can have stored count as past. */
export function watchStore(db: Kysely<Tables>): WatchStore {
  const { all, allIds, first, run } = queriesOn(db);
  return {
    list: () => all`select provider_watches.*, login_enabled
      from provider_watches join oidc_ops on id = oidc_op_id order by oidc_op_id`,
    find: (id) => first<WatchRow>`select * from provider_watches where oidc_op_id = ${id}`,
    lock: (id) => first<WatchRow>`select * from provider_watches where oidc_op_id = ${id} for update`,
    save: async ({ oidc_op_id: id, look, probe, ...row }) => {
      const written = { ...row, look: look && json(look), probe: probe && json(probe) } as never;
      await db.updateTable('provider_watches').set(written).where('oidc_op_id', '=', id).execute();
    },
    take: async (at, hour, id) => {
      await run`select pg_advisory_xact_lock(${takingLock}::bigint)`;
      const until = new Date(at.getTime() + takenMilliseconds);
      const farthest = new Date(at.getTime() + mostHours * hour);
      const isTaken = sql`(taken_until > ${at} and taken_until <= ${latestCredible(until)})`;
      const isDue = sql`login_enabled and (due_at is null or due_at <= ${at} or due_at > ${farthest})`;
      const [taken] = await allIds`update provider_watches set taken_until = ${until} where oidc_op_id = (
          select id from oidc_ops join provider_watches on oidc_op_id = id
          where ${id === undefined ? isDue : sql`id = ${id}`} and ${isTaken} is not true
            and (select count(*) from provider_watches where ${isTaken}) < ${looksAtOnce}
          order by due_at nulls first, id limit 1
        ) returning oidc_op_id as id`;
      return taken;
    },
    release: (id, due) => run`update provider_watches
      set taken_until = null, due_at = coalesce(${due ?? null}::timestamptz, due_at) where oidc_op_id = ${id}`,
  };
}
