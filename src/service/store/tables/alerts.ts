import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AlertType } from '../../../contract/activity/alerts.ts';
import type {
  AlertData,
  AlertRow,
  AlertStore,
  DestinationRow,
  RejectingProvider,
} from '../../domain/alerts/alert-ports.ts';
import type { Tables } from '../database/schema.ts';
import { json, pageOf, queriesOn } from './queries.ts';
import { inScope } from './scope.ts';

/** An arbitrary advisory lock number, used for nothing else. */
const alertsLock = 7_310_002;

/**
 * The statement that adds an alert: at most one an hour about the same cause is due. Until it's tried, others are counted in
 * it, and the latest one's data are sent; if it's been due for an hour, it's due again, so that it isn't given up with them.
 */
export function newAlert(type: AlertType, at: Date, data: AlertData): RawBuilder<unknown> {
  const cause = data.user ?? data.resource;
  // Not after an hour from now, which a wrong clock may have stored.
  return sql`insert into alerts (type, cause, at, due_at, data)
    select ${type}, ${cause}, now.at, due.at, ${json(data)} from (select ${at}::timestamptz as at) now
      cross join lateral (
        select greatest(now.at, max(due_at) + interval '1 hour') as at from alerts
        where type = ${type} and cause = ${cause} and due_at <= now.at
      ) due
    on conflict (type, cause) where tries = '{}' do update
      set due_at = greatest(alerts.due_at, excluded.due_at - interval '1 hour'),
        data = excluded.data || jsonb_build_object('count', coalesce((alerts.data->>'count')::int, 1) + 1)`;
}

/** What a destination hasn't received of what was due since a time; only what it wasn't sent yet, until `retry_at`. */
const pendingFor = (key: string, at: Date, since: Date) =>
  sql`from alerts where due_at <= ${at} and due_at > ${since} and not delivered_to ? ${key}
    and (not tries ? ${key} or exists (select from alert_destinations where key = ${key} and retry_at <= ${at}))`;

/** The SQL of alerts: an outbox that all instances share. */
export function alertStore(db: Kysely<Tables>): AlertStore {
  const { all, first, run } = queriesOn(db);
  /** Adds a destination, if it's new: of earlier alerts, it gets only those that no one has received. */
  const register = (key: string) => run`
    with added as (insert into alert_destinations (key) values (${key}) on conflict do nothing returning key)
    update alerts set delivered_to = delivered_to || to_jsonb(key) from added where delivered_at is not null`;
  return {
    lock: () => run`select pg_advisory_xact_lock(${alertsLock}::bigint)`,
    raise: (type, at, data) => run`${newAlert(type, at, data)}`,
    rejecting: (since, most, quietSince) => all<RejectingProvider>`
      select oidc_ops.id, oidc_ops.name, count(code)::int as rejected, count(*)::int as total,
        mode() within group (order by code) as cause
      from sign_in_events join oidc_ops on oidc_ops.id = oidc_op_id
      where at >= ${since} and login_enabled and code is distinct from 'button_suspended' and not exists (
        select from alerts where type = 'provider.rejections' and alerts.at > ${quietSince}
          and data->>'resource' = '/oidc_ops/' || oidc_ops.id
      )
      group by oidc_ops.id having count(code) > ${most}::int and count(code) * 2 > count(*)`,
    swapFact: async (name, value) => {
      const before = await first<{ value: string }>`select value from service_facts where name = ${name}`;
      if (before?.value !== value)
        await run`insert into service_facts (name, value) values (${name}, ${value})
          on conflict (name) do update set value = excluded.value`;
      return before?.value;
    },
    claim: async (key, at, since, until) => {
      await register(key);
      return first<DestinationRow>`update alert_destinations set next_at = ${until}
        where key = ${key} and next_at <= ${at} and exists (select ${pendingFor(key, at, since)}) returning *`;
    },
    pending: (key, at, since, most) => all<{ id: string; due_at: Date }>`
      select id, due_at ${pendingFor(key, at, since)}
      order by coalesce((tries->>${key})::int, 0), due_at, id limit ${most}`,
    attempted: (key, ids) => all<AlertRow>`
      update alerts set tries = tries || jsonb_build_object(${key}::text, coalesce((tries->>${key})::int, 0) + 1)
      where id = any(${[...ids]}::text[]) returning id, type, at, due_at, data, (tries->>${key})::int as attempt`,
    record: async (key, ids, at, { received, status, answer }, then) => {
      const { next = null, retry = null, most = null } = then;
      await register(key);
      if (!received)
        return run`update alert_destinations set failing_since = coalesce(failing_since, ${at}), status = ${status},
          answer = ${answer}, most = coalesce(${most}, most), next_at = coalesce(${next}, next_at),
          retry_at = coalesce(${retry}, retry_at) where key = ${key}`;
      await run`update alerts set delivered_at = coalesce(delivered_at, ${at}),
        delivered_to = delivered_to || to_jsonb(${key}::text) where id = any(${[...ids]}::text[])`;
      return run`update alert_destinations set failing_since = null, status = null, answer = null,
        most = least(most * 2, 500), next_at = least(next_at, ${next}), retry_at = least(retry_at, ${retry})
        where key = ${key}`;
    },
    destinations: () => all<DestinationRow>`select * from alert_destinations`,
    list: ({ userId, access, oidc }, ...page) => {
      const found = sql`from alerts left join users on data->>'user' = '/users/' || users.id
        where users.id = ${userId} or (data ? 'user' and ${inScope('users.group_id', access)})
          or (${oidc}::boolean and data->>'resource' like '/oidc_ops/%')`;
      return pageOf(db, [sql`alerts.*, login`, found, sql`at desc, alerts.id`], ...page);
    },
    sweep: (before) => run`delete from alerts where due_at < ${before}`,
  };
}
