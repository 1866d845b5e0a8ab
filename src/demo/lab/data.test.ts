import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabData } from '../../contract/lab.ts';
import type { Watch } from '../../contract/oidc/watch.ts';
import { prepareDemo } from '../../gateway/demo/demo.ts';
import { readConfig } from '../../gateway/config.ts';
import { createOutbound } from '../../service/outbound/outbound.ts';
import type { Database } from '../../service/store/database/database.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { requesting, signInAt, testGateway } from '../../testing/gateway.ts';
import { recording, refusedWith, testSecretKey } from '../../testing/service.ts';
import { temporaryFolder } from '../../tooling/temporary-folder.ts';

describe.each(anyTestStore())('the demo data on $name', ({ open }) => {
  let database: Database;
  let gateway: FastifyInstance;
  let cookie: string;
  let provider: { close(): Promise<void> };
  const signIn = async (login: string) => {
    ({ cookie } = await signInAt(gateway, login, `${login}-demo-2026`));
  };
  beforeAll(async () => {
    database = await open();
    const outbound = createOutbound();
    const config = readConfig({ DATA_DIR: temporaryFolder('lab'), DEMO_PROVIDER_PORT: '0' }, true);
    const embedded = { database, secretKey: testSecretKey };
    const { lab, load, startProvider } = prepareDemo(config, embedded, outbound, recording);
    await load();
    provider = await startProvider('http://localhost');
    gateway = await testGateway({}, { database, lab, outbound });
    await signIn('admin');
  });
  afterAll(async () => {
    await gateway.close();
    await provider.close();
    await database.close();
  });
  const request = requesting(
    () => gateway,
    () => cookie,
  );
  const lab = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string) =>
    (await request(method, `/-/lab/${path}`)).body as LabData;

  it('counts, saves and restores the demo data', async () => {
    const before = (await lab('GET', 'data')).counts;
    expect(before).toMatchObject({ users: 5, roles: 4 });
    const watchOfFirst = async () => {
      const { state, since } = (await request('GET', '/api/oidc_ops/1/watch')).body as Watch;
      return { state, since };
    };
    // Its past sign-ins have worked.
    const watched = await watchOfFirst();
    expect(watched.state).toBe('works');
    const saved = { name: 'before it', counts: before };
    expect((await lab('PUT', 'snapshots/before%20it')).snapshots).toMatchObject([saved]);
    await request('POST', '/api/groups', { name: 'After it', description: '' });
    expect((await lab('POST', 'snapshots/before%20it/restore')).counts).toEqual(before);
    for (const url of ['/api/groups', '/-/lab/data'])
      expect(await request('GET', url)).toMatchObject(
        refusedWith(401, 'sign in first: the session is missing or expired, or the API key is unknown'),
      );
    await signIn('admin');
    expect(await watchOfFirst()).toEqual(watched);
    const { status } = await request('POST', '/api/groups', { name: 'After it again', description: '' });
    expect(status).toBe(201);
    expect((await lab('DELETE', 'snapshots/before%20it')).snapshots).toEqual([]);
  });

  it('rejects invalid requests and callers who are not administrators', async () => {
    expect((await request('POST', '/-/lab/data/generate', { what: 'roles', count: 1 })).status).toBe(400);
    expect((await request('PUT', '/-/lab/snapshots/..%2F..%2Fsecret')).status).toBe(400);
    expect((await request('POST', '/-/lab/snapshots/nothing/restore')).status).toBe(404);
    await signIn('tenant');
    expect((await request('GET', '/-/lab/data')).status).toBe(403);
    expect((await request('POST', '/-/lab/data/reset')).status).toBe(403);
    expect((await request('PUT', '/-/lab/snapshots/mine')).status).toBe(403);
    await signIn('admin');
  });
});
