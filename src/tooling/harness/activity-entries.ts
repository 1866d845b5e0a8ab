export const groups = 1_000;
export const users = 1_000;

const daysAgo = (days: number) =>
  `${new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 11)}00:00:00Z`;

/** Addresses of pages of logs with so many entries. */
export function pages(size: number): string[] {
  const [day, halfMonth] = [`since=${daysAgo(21)}&until=${daysAgo(20)}`, `since=${daysAgo(14)}`];
  const both = `start=0 start=900 after=${size / 2} login=user.7@example.com ${day}`;
  const changes = `${both} login=nobody resource=/groups/5 resource=/users action=updated action=imported since=${daysAgo(30)}
    login=user.21@example.com&action=deleted resource=/roles&until=${daysAgo(40)}`;
  const signIns = `${both} user=/users/5 outcome=rejected outcome=signed_in code=wrong_password code=wrong_nonce
    oidc_op=/oidc_ops/2 oidc_op=/oidc_ops/1&outcome=rejected oidc_op=/oidc_ops/2&${halfMonth} reference=BCDFGHJK
    outcome=rejected&until=${daysAgo(40)}`;
  return Object.entries({ changes, sign_in_events: signIns }).flatMap(([log, queries]) =>
    queries.split(/\s+/).map((query) => `/${log}?${query}`),
  );
}

/**
 * SQL for so many entries in each log, within the 90 days for which entries are kept. Entry `n` is about a group or a user whose
 * place in the tree is random, and was made by user `1 + n % users`.
 */
export const entries = (size: number): string => `
  create temporary table places as
    with recursive below as (
      select id, array[id] as path from groups where parent_id is null
      union all
      select child.id, child.id || below.path from groups child join below on child.parent_id = below.id
    ) select id, path from below;
  create temporary table entries as
    select n, now() - (${size} - n) * interval '${(80 * 24 * 3600) / size} seconds' as at, 2 + n % ${users} as user_id,
      'user.' || 1 + n % ${users} || '@example.com' as login, 1 + abs(hashint4(n)::bigint) % ${groups} as place,
      (array['groups', 'groups', 'groups', 'users', 'users', 'users', 'roles', 'oidc_ops'])[1 + n % 8] as collection
    from generate_series(1, ${size}) n;
  delete from changes;
  insert into changes (id, at, user_id, login, via, action, collection, record, resource, name, fields, count, request_id,
      path)
    select n, at, user_id, login, 'session',
      case when n % 2000 = 0 then 'imported' when n % 20 = 0 then 'deleted' else 'updated' end,
      collection, '/' || collection || '/' || place, '/' || collection || '/' || place, 'Record ' || place,
      '[{"name": "description", "before": "Before", "after": "After"}]', 1, 'req-' || n, path
    from entries join places on id = place order by n;
  delete from sign_in_events;
  insert into sign_in_events (id, at, method, user_id, login, path, oidc_op_id, oidc_op_name, address, user_agent,
      request_id, reference, code, steps)
    select n, at, case when n % 3 = 0 then 'password' else 'oidc' end, user_id, login, path,
      nullif(n % 3, 0), 'Provider ' || nullif(n % 3, 0), '192.0.2.' || n % 256, 'Mozilla/5.0 (X11; Linux x86_64)',
      'req-' || n, case when n % 10 = 0 then 'BCDF' || n end,
      case when n % 100000 = 0 then 'wrong_nonce' when n % 10 = 0 then 'wrong_password' end, '[]'
    from entries join places on id = place order by n;
  update activity_numbers set last = ${size}, at = now();
  analyze;`;
