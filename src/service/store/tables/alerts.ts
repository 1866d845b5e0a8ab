import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AlertType } from '../../../contract/activity/alerts.ts';
import type { AlertData, AlertRow, AlertStore, RejectingProvider } from '../../domain/alerts/alert-ports.ts';
import type { Tables } from '../database/schema.ts';
import { json, pageOf, queriesOn } from './queries.ts';
import { inScope } from './scope.ts';

/** An arbitrary advisory lock number, used for nothing else. */
const alertsLock = 7_310_002;

/**
 * The statement that adds an alert: at most one an hour about the same cause is due. Until it's tried, others are counted in
 * it, and the latest one's data are sent.
 */
export function newAlert(type: AlertType, at: Date, data: AlertData): RawBuilder<unknown> {
  const cause = data.user ?? data.resource;
  // Not after an hour from now, which a wrong clock may have stored.
  return sql`insert into alerts (type, cause, at, due_at, next_at, data)
    select ${type}, ${cause}, now.at, due.at, due.at, ${json(data)} from (select ${at}::timestamptz as at) now
      cross join lateral (
        select greatest(now.at, max(due_at) + interval '1 hour') as at from alerts
        where type = ${type} and cause = ${cause} and due_at <= now.at
      ) due
    on conflict (type, cause) where attempts = 0 do update
      set data = excluded.data || jsonb_build_object('count', coalesce((alerts.data->>'count')::int, 1) + 1)`;
}

/** The SQL of alerts: an outbox that all instances share. */
export function alertStore(db: Kysely<Tables>): AlertStore {
  const { all, first, run } = queriesOn(db);
  return {
    lock: () => run`select pg_advisory_xact_lock(${alertsLock}::bigint)`,
    raise: (type, at, data) => run`${newAlert(type, at, data)}`,
    rejecting: (since, most, quietSince) => all<RejectingProvider>`
      select oidc_ops.id, oidc_ops.name, count(code)::int as rejected, count(*)::int as total,
        mode() within group (order by code) as cause
      from sign_in_events join oidc_ops on oidc_ops.id = oidc_op_id
      where at >= ${since} and not exists (
        select from alerts where type = 'provider.rejections' and alerts.at > ${quietSince}
          and data->>'resource' = '/oidc_ops/' || oidc_ops.id
      )
      group by oidc_ops.id having count(code) > ${most}::int and count(code) * 2 > count(*)`,
    onlyHolder: async (groupId, feature, privilege) => {
      const holders = await all<{ id: number }>`
        select distinct users.id from users join user_roles on user_roles.user_id = users.id
          join role_features using (role_id) join role_groups using (role_id)
        where password_hash is not null and suspended_at is null and role_groups.group_id = ${groupId} and feature = ${feature}
          and privilege = ${privilege} limit 2`;
      return holders.length === 1 ? (holders[0]?.id ?? null) : null;
    },
    swapFact: async (name, value) => {
      const before = await first<{ value: string }>`select value from service_facts where name = ${name}`;
      if (before?.value !== value)
        await run`insert into service_facts (name, value) values (${name}, ${value})
          on conflict (name) do update set value = excluded.value`;
      return before?.value;
    },
    takeDue: (at) => first<AlertRow>`select id, type, at, data, attempts from alerts
      where next_at <= ${at} order by next_at, id limit 1 for update skip locked`,
    attempted: (id, next) =>
      run`update alerts set attempts = attempts + 1, next_at = ${next}::timestamptz where id = ${id}`,
    postponed: (id, next) => run`update alerts set next_at = ${next} where id = ${id}`,
    delivered: (id, at) => run`update alerts set next_at = null, delivered_at = ${at} where id = ${id}`,
    list: ({ userId, access, oidc }, ...page) => {
      const found = sql`from alerts left join users on data->>'user' = '/users/' || users.id
        where users.id = ${userId} or (data ? 'user' and ${inScope('users.group_id', access)})
          or (${oidc}::boolean and data->>'resource' like '/oidc_ops/%')`;
      return pageOf(db, [sql`alerts.*, login`, found, sql`at desc, alerts.id`], ...page);
    },
    sweep: (before) => run`delete from alerts where at < ${before}`,
  };
}
