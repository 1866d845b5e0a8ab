import { sql, type Kysely, type RawBuilder } from 'kysely';
import type {
  SignInCountRow,
  SignInEventFilter,
  SignInEventRow,
  SignInEventStore,
  SignInView,
} from '../../../domain/activity/activity-ports.ts';
import type { Clock } from '../../../domain/clock.ts';
import type { Tables } from '../../database/schema.ts';
import { numbered, type Activity } from './activity.ts';
import { json, queriesOn } from '../queries.ts';
import { findRange, logPage } from './log-pages.ts';
import { groupPath, isBelow } from './paths.ts';

// The step that looks for the user names the login.
const columns = sql`id, at, method, user_id, login, oidc_op_id, oidc_op_name, address, user_agent, request_id, reference,
  code, case when code = 'unknown_user' then
    jsonb_path_query_first(steps, '$[*] ? (@.name == "local_user").actual') #>> '{}' end as unknown_login`;

export function signInEventStore(db: Kysely<Tables>, now: Clock, activity: Activity): SignInEventStore {
  const { all, first } = queriesOn(db);
  return {
    record: async ({ method, login, oidcOp, address, userAgent, requestId, rejection }) => {
      if (!activity.isOn) return;
      // A login that isn't a user's isn't stored: people also type passwords into that field.
      const rows = await all<SignInEventRow>`with ${numbered('sign_in_events', now())}
        insert into sign_in_events (id, at, method, user_id, login, path, oidc_op_id, oidc_op_name, address, user_agent,
          request_id, reference, code, steps)
        select numbered.last, numbered.at, ${method}, users.id, users.login, ${groupPath(sql`users.group_id`)},
          ${oidcOp?.id ?? null}::int, ${oidcOp?.name ?? null}, ${address}, ${userAgent}, ${requestId},
          ${rejection?.reference ?? null}, ${rejection?.code ?? null},
          ${rejection ? json(rejection.steps) : null}
        from numbered left join users on users.login = ${login ?? null}
        returning ${columns}`;
      for (const row of rows) activity.onEntry({ signIn: row });
    },
    list: (view, filter, query) =>
      logPage<SignInEventRow>(db, 'sign_in_events', columns, [...visible(view), ...matching(filter)], query),
    find: (view, id) => {
      const where = sql.join([sql`id = ${id}`, ...visible(view)], sql` and `);
      return first<SignInEventRow>`select ${columns}, steps from sign_in_events where ${where}`;
    },
    count: async (view, filter, { starts, until }, most) => {
      const { low, high } = await findRange(db, 'sign_in_events', { since: starts[0], until });
      const times = sql`${starts.map((start) => start.toISOString())}::timestamptz[]`;
      // The entry numbers leave out the rest of the log; the times, what a wrong clock recorded between them.
      const conditions = [
        sql`id between ${low} and ${high}`,
        sql`width_bucket(at, ${times}) > 0`,
        ...(until ? [sql`at < ${until}`] : []),
        ...visible(view),
        ...matching(filter),
      ];
      return all<SignInCountRow>`
        select width_bucket(at, ${times}) as period, method, oidc_op_id, code, count(*)::int as count,
          max(id) as id, max(at) as at
        from (select id, at, method, oidc_op_id, code from sign_in_events
          where ${sql.join(conditions, sql` and `)} order by id desc limit ${most}) counted
        group by period, method, oidc_op_id, code order by period, id`;
    },
  };
}

function matching(filter: SignInEventFilter): RawBuilder<unknown>[] {
  const { login, userId, oidcOpId, outcome, code, reference } = filter;
  const conditions: RawBuilder<unknown>[] = [];
  if (login !== undefined) conditions.push(sql`login = ${login}`);
  if (userId !== undefined) conditions.push(sql`user_id = ${userId}`);
  if (oidcOpId !== undefined) conditions.push(sql`oidc_op_id = ${oidcOpId}`);
  if (outcome !== undefined)
    conditions.push(outcome === 'rejected' ? sql`code is not null` : sql`code is null`);
  if (code !== undefined) conditions.push(sql`code = ${code}`);
  if (reference !== undefined) conditions.push(sql`reference = ${reference}`);
  return conditions;
}

/** No condition if everything is visible. */
function visible({ userId, access, oidc }: SignInView): RawBuilder<unknown>[] {
  if (access === 'all' && oidc) return [];
  const kinds = [
    sql`user_id = ${userId}`,
    sql`user_id is not null and ${isBelow(access)}`,
    ...(oidc ? [sql`user_id is null or oidc_op_id is not null`] : []),
  ];
  return [sql`((${sql.join(kinds, sql`) or (`)}))`];
}
