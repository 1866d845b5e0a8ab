/**
 * Measures pages of both logs with a million entries each on the embedded database, as the administrator and as users who
 * see a tenth or a thousandth of the groups. `npm run bench:activity -- 100000` uses fewer entries. Fails if a page takes more
 * than 20 ms of CPU time.
 */
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { cpuOf, median, ms } from './figures.mjs';
import { create, password, signIn, startGateway } from './gateway.mjs';
import { seededFolder } from './seed.mjs';
import { buildProduct } from '../build.mjs';
import { isBuilt } from '../sources.mjs';

const size = Number(process.argv[2] ?? 1_000_000);
const groups = 1_000;
const users = 1_000;
const repetitions = 25;
const maxMilliseconds = 20;
/** Less than the 90 days for which entries are kept. */
const secondsApart = (80 * 24 * 3600) / size;
const daysAgo = (/** @type {number} */ days) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();

/** @type {Record<string, Record<string, string>>} */
const queries = {
  changes: {
    'first page': '',
    'tenth page': 'start=900',
    'middle, by cursor': `after=${size / 2}`,
    who: 'login=user.7@example.com',
    'who: no one': 'login=nobody',
    'what: a group': 'resource=/groups/5',
    'what: users': 'resource=/users',
    'action, common': 'action=updated',
    'action, rare': 'action=imported',
    'period: 30 days': `since=${daysAgo(30)}`,
    'period: a day': `since=${daysAgo(21)}&until=${daysAgo(20)}`,
    'who and action': 'login=user.21@example.com&action=deleted',
    'what and period': `resource=/roles&until=${daysAgo(40)}`,
  },
  sign_in_events: {
    'first page': '',
    'tenth page': 'start=900',
    'middle, by cursor': `after=${size / 2}`,
    who: 'login=user.7@example.com',
    'who: a user': 'user=/users/5',
    'outcome: rejected': 'outcome=rejected',
    'outcome: signed in': 'outcome=signed_in',
    'reason, common': 'code=wrong_password',
    'reason, rare': 'code=wrong_nonce',
    provider: 'oidc_op=/oidc_ops/2',
    'provider and outcome': 'oidc_op=/oidc_ops/1&outcome=rejected',
    'provider and period': `oidc_op=/oidc_ops/2&since=${daysAgo(14)}`,
    reference: 'reference=BCDFGHJK',
    'period: a day': `since=${daysAgo(21)}&until=${daysAgo(20)}`,
    'period and outcome': `outcome=rejected&until=${daysAgo(40)}`,
  },
};

/** Entry `n` is about a group or a user whose place in the tree is random, and was made by user `1 + n % users`. */
const entries = `
  create temporary table places as
    with recursive below as (
      select id, array[id] as path from groups where parent_id is null
      union all
      select child.id, child.id || below.path from groups child join below on child.parent_id = below.id
    ) select id, path from below;
  create temporary table entries as
    select n, now() - (${size} - n) * interval '${secondsApart} seconds' as at, 2 + n % ${users} as user_id,
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

/** @param {string} base @param {string} cookie @param {string} login @param {string} group */
async function tenant(base, cookie, login, group) {
  const features = ['group', 'group_admin'].map((name) => ({ name, privilege: 'ro' }));
  const role = { name: login, admin_group: '/groups/0', group_resources: [group], features };
  const { role_resource: assigned } = await create(base, cookie, '/roles', role);
  const user = { login, password, group_resource: group, role_resources: [assigned] };
  await create(base, cookie, '/users', user);
  return signIn(base, login);
}

/** @param {{ url: string, pid: number }} gateway @param {string} address @param {string} cookie */
async function measure({ url, pid }, address, cookie) {
  const request = async () => {
    const start = performance.now();
    const response = await fetch(`${url}/api${address}`, { headers: { cookie } });
    const body = /** @type {any} */ (await response.json());
    return { status: response.status, body, time: performance.now() - start };
  };
  // The database is busy at first: it updates its statistics.
  while ((await request()).status === 503);
  const before = cpuOf(pid);
  const times = [];
  let found = 0;
  for (let index = 0; index < repetitions; index += 1) {
    const { status, body, time } = await request();
    if (status !== 200) throw new Error(`${address}: ${JSON.stringify(body)}`);
    times.push(time);
    found = body.data.length;
  }
  return { cpu: (cpuOf(pid) - before) / repetitions, wall: median(times), found };
}

if (!isBuilt()) await buildProduct();
const folder = await seededFolder('balanced', groups, users);
const database = await PGlite.create(path.join(folder, 'database'));
await database.exec(entries);
await database.close();
const gateway = await startGateway(folder);
const administrator = await signIn(gateway.url);
const callers = {
  administrator,
  'tenth of the groups': await tenant(gateway.url, administrator, 'regional', '/groups/5'),
  'one group': await tenant(gateway.url, administrator, 'local', `/groups/${groups - 1}`),
};
const table = [];
for (const [log, pages] of Object.entries(queries)) {
  for (const [page, query] of Object.entries(pages)) {
    /** @type {Record<string, string>} */
    const row = { log, page };
    for (const [caller, cookie] of Object.entries(callers)) {
      const { cpu, wall, found } = await measure(gateway, `/${log}?${query}`, cookie);
      row[caller] = `${ms(cpu)} / ${ms(wall)}${cpu > maxMilliseconds ? ' MISSED' : ''} (${found})`;
      if (cpu > maxMilliseconds) process.exitCode = 1;
    }
    table.push(row);
  }
}
await gateway.stop();
process.stdout.write(
  `${size.toLocaleString('en')} entries in each log. Milliseconds of CPU time / until the response (entries of the page).\n`,
);
console.table(table);
