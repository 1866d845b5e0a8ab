import { request } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { remove, startGateway, temporaryFolder } from './gateway.ts';

test('loses nothing after kill -9', async () => {
  const dataDir = temporaryFolder();
  const first = await startGateway({ DATA_DIR: dataDir }, []);
  const api = await request.newContext({ baseURL: first.url });
  expect(await (await api.get('/-/gateway')).json()).toMatchObject({ mode: 'embedded', demo_sign_ins: [] });

  const password = /the password (\S+) \(shown only once\)/.exec(first.output())?.[1];
  const data = { data: { login: 'admin', password } };
  await test.step('the generated password is printed', async () => {
    expect((await api.post('/api/authentication', { data })).status()).toBe(201);
    const known = { data: { login: 'admin', password: 'admin-demo-2026' } };
    expect((await api.post('/api/authentication', { data: known })).status()).toBe(401);
  });

  const { group_resource: path } = await test.step('a group is created', async () => {
    const created = await api.post('/api/groups', { data: { data: { name: 'Written before the end' } } });
    expect(created.status()).toBe(201);
    return (await created.json()) as { group_resource: string };
  });

  const accepted = await test.step('a job is started', async () => {
    const groups = Array.from({ length: 4_000 }, (_, index) => ({ name: `Imported ${index}` }));
    return api.post('/api/group_imports', { data: { data: { groups } } });
  });

  const job = `/api${accepted.headers()['location']}`;
  await test.step('the process is killed', async () => {
    expect(await (await api.get(job)).json()).toMatchObject({ finished: false });
    await first.stop('SIGKILL');
  });

  const second = await startGateway({ DATA_DIR: dataDir }, []);
  await test.step('another start prints no password', async () => {
    expect(second.output()).not.toContain('password');
  });

  const again = await request.newContext({ baseURL: second.url });
  await test.step('no data is lost', async () => {
    await again.post('/api/authentication', { data });
    expect(await (await again.get(`/api${path}`)).json()).toMatchObject({ name: 'Written before the end' });
  });

  await test.step('the job continues', async () => {
    await expect
      .poll(async () => (await again.get(job)).json())
      .toMatchObject({ finished: true, failed: false, message: 'Created 4,000 groups' });
    expect(await second.stop('SIGTERM')).toBe(0);
    remove(dataDir);
  });
});

test('rejects a data folder or port in use with one sentence', async ({ gateway }) => {
  await expect(startGateway({ DATA_DIR: gateway.dataDir })).rejects.toThrow(
    /ended with 1:\n(?:The data folder .* sign of life\n)?The data folder \S+ is in use by another process \(process \d+ on \S+\): stop it, or set another DATA_DIR\n$/,
  );
  const { port } = new URL(gateway.url);
  const dataDir = temporaryFolder();
  const settings = { SERVICE_URL: 'http://127.0.0.1:1', DATA_DIR: dataDir, PORT: port };
  await expect(startGateway(settings, [])).rejects.toThrow(
    new RegExp(
      `ended with 1:\\n127\\.0\\.0\\.1:${port} is in use by another process: stop it, or set another PORT\\n$`,
    ),
  );
  remove(dataDir);
});

test('names every invalid setting', async () => {
  await expect(startGateway({ PORT: '99999', LOG_LEVEL: 'loud' }, [])).rejects.toThrow(
    /ended with 2:\nPORT: must be a port from 0 to 65535\nLOG_LEVEL: must be fatal, /,
  );
});
