import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabData } from '../../contract/lab.ts';
import type { Watch } from '../../contract/oidc/watch.ts';
import { prepareDemo } from '../../gateway/demo/demo.ts';
import { readConfig } from '../../gateway/config.ts';
import { createOutbound } from '../../service/outbound/outbound.ts';
import type { Database } from '../../service/store/database/database.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { signInAt, testGateway } from '../../testing/gateway.ts';
import { recording } from '../../testing/service.ts';
import { temporaryFolder } from '../../tooling/temporary-folder.ts';

describe.each(anyTestStore())('the demo data on $name', ({ open }) => {
  let database: Database;
  let folder: string;
  let gateway: FastifyInstance;
  let cookie: string;
  let provider: { close(): Promise<void> };
  const signIn = async (login: string) => {
    ({ cookie } = await signInAt(gateway, login, `${login}-demo-2026`));
  };
  beforeAll(async () => {
    database = await open();
    folder = temporaryFolder('lab');
    const outbound = createOutbound();
    const config = readConfig({ DATA_DIR: folder, DEMO_PROVIDER_PORT: '0' }, true);
    const secretKey = 'a secret key for tests, long enough';
    const { lab, load, startProvider } = prepareDemo(config, { database, secretKey }, outbound, recording);
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
  const request = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, data?: object) => {
    const response = await gateway.inject({
      method,
      url,
      headers: { cookie },
      ...(data ? { payload: { data } } : {}),
    });
    return {
      status: response.statusCode,
      body: response.json<LabData & { rows: number } & { detail: string[] } & Watch>(),
    };
  };

  it('counts, saves and restores the demo data', async () => {
    const before = (await request('GET', '/-/lab/data')).body.counts;
    expect(before).toMatchObject({ users: 5, roles: 4 });
    const watchOfFirst = async () => {
      const { state, since } = (await request('GET', '/api/oidc_ops/1/watch')).body;
      return { state, since };
    };
    // Its past sign-ins have worked.
    const watched = await watchOfFirst();
    expect(watched.state).toBe('works');
    expect((await request('PUT', '/-/lab/snapshots/before%20it')).body.snapshots).toMatchObject([
      { name: 'before it', counts: before },
    ]);
    await request('POST', '/api/groups', { name: 'After it', description: '' });
    expect((await request('POST', '/-/lab/snapshots/before%20it/restore')).body.counts).toEqual(before);
    for (const url of ['/api/groups', '/-/lab/data'])
      expect(await request('GET', url)).toMatchObject({
        status: 401,
        body: { detail: ['sign in first: the session is missing or expired, or the API key is unknown'] },
      });
    await signIn('admin');
    expect(await watchOfFirst()).toEqual(watched);
    const { status } = await request('POST', '/api/groups', { name: 'After it again', description: '' });
    expect(status).toBe(201);
    expect((await request('DELETE', '/-/lab/snapshots/before%20it')).body.snapshots).toEqual([]);
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
