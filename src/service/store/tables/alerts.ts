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

/** More are sent with later messages. */
const mostPending = 500;

/**
 * The statement that adds an alert: at most one an hour about the same cause is due. Until it's tried, others are counted in
 * it, and the latest one's data are sent.
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
      where at >= ${since} and login_enabled and code is distinct from 'button_suspended' and not exists (
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
    pending: (key, at, since) => all<AlertRow>`
      select id, type, at, due_at, data, attempts from alerts
      where due_at <= ${at} and due_at > ${since} and not delivered_to ? ${key} order by due_at, id limit ${mostPending}`,
    claim: async (key, at, until) => {
      const claimed = await first<{ attempts: number; isNew: boolean }>`
        insert into alert_destinations as known (key, attempts, next_at) values (${key}, 1, ${until})
        on conflict (key) do update set attempts = known.attempts + 1, next_at = excluded.next_at
          where known.next_at is null or known.next_at <= ${at}
        returning attempts, xmax = 0 as "isNew"`;
      if (claimed?.isNew)
        await run`update alerts set delivered_to = delivered_to || to_jsonb(${key}::text) where delivered_at is not null`;
      return claimed?.attempts;
    },
    attempted: (
      ids,
    ) => all<AlertRow>`update alerts set attempts = attempts + 1 where id = any(${[...ids]}::text[])
      returning id, type, at, due_at, data, attempts`,
    postpone: (key, next) => run`update alert_destinations set next_at = ${next} where key = ${key}`,
    record: async (key, ids, at, { received, status, answer }, next) => {
      const receipt = received
        ? sql`, delivered_at = coalesce(delivered_at, ${at}), delivered_to = delivered_to || to_jsonb(${key}::text)`
        : sql``;
      await run`update alerts set status = ${status}, answer = ${answer} ${receipt} where id = any(${[...ids]}::text[])`;
      const failure = received ? [null, null, null] : [at, status, answer];
      await run`insert into alert_destinations as known (key, failing_since, status, answer)
        values (${key}, ${sql.join(failure)})
        on conflict (key) do update set status = excluded.status, answer = excluded.answer, ${
          received
            ? sql`attempts = 0, failing_since = null, next_at = case when known.next_at > ${next} then ${next} else known.next_at end`
            : sql`failing_since = coalesce(known.failing_since, excluded.failing_since),
                next_at = coalesce(${next}, known.next_at)`
        }`;
    },
    destinations: () => all<DestinationRow>`select * from alert_destinations`,
    list: ({ userId, access, oidc }, ...page) => {
      const found = sql`from alerts left join users on data->>'user' = '/users/' || users.id
        where users.id = ${userId} or (data ? 'user' and ${inScope('users.group_id', access)})
          or (${oidc}::boolean and data->>'resource' like '/oidc_ops/%')`;
      return pageOf(db, [sql`alerts.*, login`, found, sql`at desc, alerts.id`], ...page);
    },
    sweep: (before) => run`delete from alerts where at < ${before}`,
  };
}
