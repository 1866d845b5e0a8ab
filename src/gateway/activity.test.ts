import { Writable } from 'node:stream';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../testing/databases.ts';
import { sampleDatabase, signInAt, testGateway } from '../testing/gateway.ts';
import { createAdministrator } from '../service/domain/access/first-administrator.ts';
import { unitOfWork } from '../service/store/tables/stores.ts';
import { activityLog, ownActivity } from './activity-log.ts';
import { logOptions } from './server.ts';
import { systemClock } from '../service/system-clock.ts';

const database = sampleDatabase();

it('counts rejected sign-ins by code', async () => {
  const gateway = await testGateway({}, { database });
  await signInAt(gateway, 'admin', 'wrong');
  await gateway.inject('/api/oidc_logins/9');
  await gateway.inject('/api/oidc_logins/9');
  const { body } = await gateway.inject('/-/metrics');
  expect(body).toContain('rejected_sign_ins_total{code="wrong_password"} 1');
  expect(body).toContain('rejected_sign_ins_total{code="unknown_provider"} 2');
  await gateway.close();
});

it('has no logs with ACTIVITY_DAYS=0, and removes what they contained', async () => {
  const stored = () => database.db.selectFrom('sign_in_events').select('id').execute();
  expect(await stored()).not.toEqual([]);
  const gateway = await testGateway({ ACTIVITY_DAYS: '0' }, { database });
  const { response, cookie } = await signInAt(gateway);
  expect(response.statusCode).toBe(201);
  const payload = { data: { name: 'Paris', description: '' } };
  const made = await gateway.inject({ method: 'POST', url: '/api/groups', headers: { cookie }, payload });
  expect(made.statusCode).toBe(201);
  for (const url of ['/api/changes', '/api/sign_in_events', '/api/sign_in_events/1'])
    expect((await gateway.inject({ url, headers: { cookie } })).statusCode).toBe(404);
  const rejected = await gateway.inject({ url: '/api/oidc_logins/9', headers: { accept: 'text/html, */*' } });
  expect(rejected.headers['location']).toBe('/sign-in?oidc_error=unknown_provider');
  await expect.poll(stored).toEqual([]);
  expect(await database.db.selectFrom('changes').select('id').execute()).toEqual([]);
  await gateway.close();
});

it('writes each entry to the log as one line, even if the log contains only errors', async () => {
  const { log, lines } = collectedLog();
  log.info('not written');
  const time = '2026-01-01T12:00:00.000Z';
  const author = { user_id: 1, login: 'admin', via: 'session', request_id: 'r' };
  const change = { id: 7, at: time, action: 'created', resource: '/groups/5', name: 'Paris' } as const;
  activityLog(log)({ change: { ...author, ...change, fields: [], count: 1, recreatable: null } });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'change',
    change: { change_resource: '/changes/7', at: time, login: 'admin', user: '/users/1', name: 'Paris' },
  });
});

it('keeps what visitors send from adding lines or controlling a terminal', () => {
  const { log, lines } = collectedLog();
  const user_agent = 'a\u0085b\u2028c\u009b2Jd\ne\u001B[2J';
  const visitor = { address: '192.0.2.1', user_agent, request_id: 'r' };
  const oidcOp = { oidc_op_id: null, oidc_op_name: null };
  const unknown = { user_id: null, login: null, unknown_login: null, reference: null, ...oidcOp };
  const rejection = { id: 1, at: '2026-01-01', method: 'password', code: 'wrong_password' } as const;
  activityLog(log)({ signIn: { ...unknown, ...visitor, ...rejection } });
  expect(lines.join('')).toMatch(/^[\x20-\x7E]+\n$/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ sign_in_event: visitor });
});

it.each([
  [0, []],
  [90, ['Administrators', 'admin']],
])('records the first administrator as configured with ACTIVITY_DAYS=%i', async (days, recorded) => {
  const empty = await openTestDatabase();
  const activity = ownActivity({ ACTIVITY_DAYS: days, ACTIVITY_LOG: true });
  await createAdministrator(unitOfWork(empty.db, systemClock, activity));
  const { log, lines } = collectedLog();
  activity.openLog(log);
  const names = lines.map((line) => (JSON.parse(line) as { change: { name: string } }).change.name);
  expect(names).toEqual(recorded);
  const stored = await empty.db.selectFrom('changes').select('name').orderBy('id').execute();
  expect(stored.map(({ name }) => name)).toEqual(recorded);
  await empty.close();
});

function collectedLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const logger: object = { ...logOptions({ LOG_LEVEL: 'error', demo: false }), stream };
  const { log } = fastify({ logger });
  return { log, lines };
}
