import type { Kysely } from 'kysely';
import type { WatchRow, WatchStore } from '../../domain/oidc/oidc-ports.ts';
import type { Tables } from '../database/schema.ts';
import { json, queriesOn } from './queries.ts';

/** An arbitrary advisory lock number, used for nothing else. */
const takingLock = 7_310_003;

/** The SQL of what's known about providers. A row is added when it's first needed. */
export function watchStore(db: Kysely<Tables>): WatchStore {
  const { all, allIds, first, run } = queriesOn(db);
  const added = (id: number) => run`insert into provider_watches (oidc_op_id, since)
    select id, created_at from oidc_ops where id = ${id} on conflict do nothing`;
  return {
    list: async () => {
      await run`insert into provider_watches (oidc_op_id, since) select id, created_at from oidc_ops
        where not exists (select from provider_watches where oidc_op_id = id) on conflict do nothing`;
      return all<WatchRow>`select * from provider_watches order by oidc_op_id`;
    },
    find: async (id) => {
      await added(id);
      return first<WatchRow>`select * from provider_watches where oidc_op_id = ${id}`;
    },
    lock: async (id) => {
      await added(id);
      return first<WatchRow>`select * from provider_watches where oidc_op_id = ${id} for update`;
    },
    save: async ({ oidc_op_id: id, causes, look, ...row }) => {
      const written = { ...row, causes: json(causes), look: look && json(look) } as never;
      await db.updateTable('provider_watches').set(written).where('oidc_op_id', '=', id).execute();
    },
    take: async (at, until, most) => {
      await run`select pg_advisory_xact_lock(${takingLock}::bigint)`;
      const [id] = await allIds`update provider_watches set taken_until = ${until} where oidc_op_id = (
          select id from oidc_ops join provider_watches on oidc_op_id = id
          where login_enabled and (due_at is null or due_at <= ${at} or seen_update is distinct from date_trunc('milliseconds', updated_at))
            and (taken_until is null or taken_until <= ${at})
            and (select count(*) from provider_watches where taken_until > ${at}) < ${most}
          order by due_at nulls first, id limit 1
        ) returning oidc_op_id as id`;
      return id;
    },
    ask: async (id, at, before) => {
      await added(id);
      const asked = await first`update provider_watches set asked_at = ${at}
        where oidc_op_id = ${id} and (asked_at is null or asked_at <= ${before}) returning oidc_op_id`;
      return asked !== undefined;
    },
  };
}
