import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { labRule, type LabEffect, type LabState } from '../../contract/lab.ts';
import { requesting, sampleDatabase, signInAt, testGateway } from '../../testing/gateway.ts';
import { createLab } from './lab.ts';

describe('the Lab', () => {
  const database = sampleDatabase();
  let gateway: FastifyInstance;
  let cookie: string;
  beforeAll(async () => {
    gateway = await testGateway({}, { database, lab: createLab() });
  });
  afterAll(() => gateway.close());
  beforeEach(async () => {
    ({ cookie } = await signInAt(gateway));
  });
  afterEach(async () => {
    vi.useRealTimers();
    await gateway.inject({ method: 'DELETE', url: '/-/lab/scenario' });
  });

  const request = requesting(
    () => gateway,
    () => cookie,
  );
  /** Sends a write that becomes a job. @returns its path */
  const startJob = async (method: 'POST' | 'DELETE', url: string, data?: object) => {
    const { status, body, headers } = await request(method, url, data);
    const { delayed_job_status_resource: path } = body as { delayed_job_status_resource: string };
    expect({ status, location: headers['location'] }).toEqual({ status: 202, location: path });
    return `/api${path}`;
  };
  const activate = (data: object) => request('PUT', '/-/lab/scenario', data);
  const rule = (endpoint: string, effect: LabEffect, times: number | null = null) => ({
    rules: [{ endpoint, effect, times }],
  });

  it('has predefined scenarios with valid rules', async () => {
    const { scenarios, endpoints } = (await request('GET', '/-/lab/scenario')).body as LabState;
    expect(scenarios.length).toBeGreaterThan(10);
    const names = ['*', ...endpoints.map(({ name }) => name)];
    for (const { id, rules } of scenarios) {
      for (const each of rules) {
        expect(labRule.parse(each)).toEqual(each);
        expect(names).toContain(each.endpoint);
      }
      const { status, body } = await activate({ id });
      expect({ status, body }).toMatchObject({ status: 200, body: { active: { id, rules } } });
    }
  });

  it('edits a record before it is read', async () => {
    const created = await request('POST', '/api/groups', { name: 'Mine', description: '' });
    const { group_resource: path } = created.body as { group_resource: string };
    await activate(rule('getGroup', { kind: 'edited-elsewhere' }, 1));
    expect((await request('GET', `/api${path}`)).body).toMatchObject({ name: 'Mine (edited elsewhere)' });
    expect((await request('GET', `/api${path}`)).body).toMatchObject({ name: 'Mine (edited elsewhere)' });
  });

  it('turns a write into a job that performs it when it finishes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await activate(rule('createGroup', { kind: 'job', outcome: 'slow' }, 1));
    const path = await startJob('POST', '/api/groups', { name: 'Later' });
    expect((await request('GET', path)).body).toMatchObject({ finished: false, user: 'admin' });
    expect((await request('DELETE', path)).status).toBe(409);
    const groups = async () => JSON.stringify((await request('GET', '/api/groups?fields=name')).body);
    expect(await groups()).not.toContain('Later');
    vi.setSystemTime(Date.now() + 21_000);
    const status = { finished: true, failed: false, message: 'Completed' };
    expect((await request('GET', path)).body).toMatchObject(status);
    expect(await groups()).toContain('Later');
    expect((await request('DELETE', path)).status).toBe(200);
    expect((await request('GET', path)).status).toBe(404);
  });

  it.each([
    ['fails', 4_000, 200],
    ['vanishes', 5_000, 404],
  ] as const)(
    'makes a write a job that %s, and leaves everything as it is',
    async (outcome, later, status) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      await activate(rule('*', { kind: 'job', outcome }, 1));
      const path = await startJob('DELETE', '/api/groups/4');
      vi.setSystemTime(Date.now() + later);
      expect((await request('GET', path)).status).toBe(status);
      expect((await request('GET', '/api/groups/4')).status).toBe(200);
    },
  );

  it('shows a job only to the user who started it', async () => {
    await activate({ id: 'slow-job' });
    const url = await startJob('POST', '/api/groups', { name: 'Hidden' });
    const guest = { cookie: (await signInAt(gateway, 'guest')).cookie };
    for (const [status, headers] of [[401], [404, guest], [200, { cookie }]] as const)
      expect((await gateway.inject({ url, ...(headers && { headers }) })).statusCode).toBe(status);
  });

  it.each(['slow-job', 'failing-job', 'vanishing-job', 'paging-ignored', 'paging-rows', 'paging-start'])(
    '%s leaves sign-in, sign-out, single records and errors unaffected',
    async (id) => {
      await activate({ id });
      const headers = { cookie: (await signInAt(gateway, 'guest')).cookie };
      expect((await request('GET', '/api/groups/0')).body).toMatchObject({ name: 'Default' });
      expect((await gateway.inject({ url: '/api/oidc_ops', headers })).statusCode).toBe(403);
      const signOut = await gateway.inject({ method: 'DELETE', url: '/api/authentication', headers });
      expect(signOut.statusCode).toBe(204);
    },
  );

  it('names the scenario in a response header', async () => {
    expect((await request('GET', '/api/groups')).headers['x-palisade-scenario']).toBeUndefined();
    await activate({ id: 'service-down' });
    expect((await request('GET', '/api/groups')).headers['x-palisade-scenario']).toBe('Service down: status');
  });

  it.each([
    ['parameters-ignored', { rows: 6, start: 0, length: 6 }],
    ['rows-count-the-page', { rows: 2, start: 2, length: 2 }],
    ['start-stands-still', { rows: 6, start: 0, length: 2 }],
  ] as const)('pages lists differently: %s', async (variant, expected) => {
    const { rows } = (await request('GET', '/api/groups')).body as { rows: number };
    await activate(rule('listGroups', { kind: 'paging', variant }));
    const { body } = await request('GET', '/api/groups?start=2&limit=2');
    const { data, ...page } = body as { data: object[]; rows: number; start: number };
    const every = (count: number) => (count === 6 ? rows : count);
    expect({ ...page, length: data.length }).toEqual({
      rows: every(expected.rows),
      start: expected.start,
      length: every(expected.length),
    });
  });

  it('sends bodies slowly', async () => {
    await activate(rule('listGroups', { kind: 'slow-body', milliseconds: 100 }));
    const start = performance.now();
    expect((await request('GET', '/api/groups')).body).toMatchObject({ start: 0 });
    expect(performance.now() - start).toBeGreaterThan(90);
  });

  it('deactivates a scenario after half an hour', async () => {
    await activate({ id: 'service-down' });
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 31 * 60_000);
    expect((await request('GET', '/-/lab/scenario')).body).toMatchObject({ active: null });
  });

  it('lets only signed-in users activate a scenario, and anyone deactivate it', async () => {
    const payload = { data: { id: 'service-down' } };
    const put = await gateway.inject({ method: 'PUT', url: '/-/lab/scenario', payload });
    expect(put.statusCode).toBe(401);
    expect((await activate({ id: 'nowhere' })).body).toEqual({ detail: ["id: isn't a predefined scenario"] });
    const { body } = await activate(rule('noSuch', { kind: 'cut' }));
    expect(body).toEqual({ detail: ["rules: noSuch isn't an endpoint"] });
    expect((await activate({ rules: [] })).status).toBe(400);
    await activate({ id: 'service-down' });
    expect((await activate({ id: 'slow-service' })).status).toBe(200);
    expect((await gateway.inject({ method: 'DELETE', url: '/-/lab/scenario' })).statusCode).toBe(200);
  });

  it('is unavailable outside the demo', async () => {
    const plain = await testGateway({}, { database });
    expect((await plain.inject({ url: '/-/lab/scenario' })).statusCode).toBe(404);
    await plain.close();
  });
});
