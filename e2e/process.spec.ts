import { createServer } from 'node:net';
import { request } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { remove, seededFolder, startGateway, temporaryFolder } from './gateway.ts';

// Each of these starts the product more than once.
test.describe.configure({ timeout: 120_000 });

const credentials = { data: { data: { login: 'admin', password: 'admin-demo-2026' } } };

test('keeps all data after kill -9, and continues its jobs', async () => {
  const dataDir = seededFolder();
  const first = await startGateway({ DATA_DIR: dataDir });
  const api = await request.newContext({ baseURL: first.url });
  await api.post('/api/authentication', credentials);
  const created = await api.post('/api/groups', { data: { data: { name: 'Written before the end' } } });
  expect(created.status()).toBe(201);
  const { group_resource: path } = (await created.json()) as { group_resource: string };
  const groups = Array.from({ length: 4_000 }, (_, index) => ({ name: `Imported ${index}` }));
  const accepted = await api.post('/api/group_imports', { data: { data: { groups } } });
  const job = `/api${accepted.headers()['location']}`;
  expect(await (await api.get(job)).json()).toMatchObject({ finished: false });
  await first.stop('SIGKILL');

  const second = await startGateway({ DATA_DIR: dataDir });
  const again = await request.newContext({ baseURL: second.url });
  await again.post('/api/authentication', credentials);
  expect(await (await again.get(`/api${path}`)).json()).toMatchObject({ name: 'Written before the end' });
  await expect
    .poll(async () => (await again.get(job)).json(), { timeout: 60_000 })
    .toMatchObject({ finished: true, failed: false, message: 'Created 4,000 groups' });
  expect(await second.stop('SIGTERM')).toBe(0);
  remove(dataDir);
});

test('rejects a data folder or port in use with one sentence', async ({ gateway }) => {
  await expect(startGateway({ DATA_DIR: gateway.dataDir })).rejects.toThrow(
    /ended with 1:\nThe data folder \S+ is in use by another process: stop it, or set another DATA_DIR\n$/,
  );
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const dataDir = seededFolder();
  await expect(startGateway({ DATA_DIR: dataDir, PORT: String(port) })).rejects.toThrow(
    new RegExp(
      `ended with 1:\\n127\\.0\\.0\\.1:${port} is in use by another process: stop it, or set another PORT\\n$`,
    ),
  );
  server.close();
  remove(dataDir);
});

test('names every invalid setting and exits with 2', async () => {
  const environment = { PORT: '99999', SERVICE_VERSION: 'ten', LOG_LEVEL: 'loud', TLS_CERT: '/nowhere' };
  await expect(startGateway(environment, [])).rejects.toThrow(
    [
      'The gateway ended with 2:',
      'PORT: must be a port from 0 to 65535',
      'TLS_CERT: must name a file that can be read',
      'SERVICE_VERSION: must be a version such as 9.6 or 10.0',
      'LOG_LEVEL: must be fatal, error, warn, info, debug, trace or silent',
      'TLS_CERT and TLS_KEY: must be set together',
    ].join('\n'),
  );
});

test('opens the demo to other machines only with DEMO_PASSWORD', async () => {
  await expect(startGateway({ HOST: '0.0.0.0' })).rejects.toThrow(
    "HOST: the demo's default passwords are public",
  );
});

test('serves without the demo, and prints the generated password once', async () => {
  const dataDir = temporaryFolder();
  const gateway = await startGateway({ DATA_DIR: dataDir }, []);
  const api = await request.newContext({ baseURL: gateway.url });
  expect(await (await api.get('/-/gateway')).json()).toMatchObject({ mode: 'embedded', demo_sign_ins: [] });
  const password = /the password (\S+) \(shown only once\)/.exec(gateway.output())?.[1];
  const response = await api.post('/api/authentication', { data: { data: { login: 'admin', password } } });
  expect(response.status()).toBe(201);
  expect((await api.post('/api/authentication', credentials)).status()).toBe(401);
  await gateway.stop();
  remove(dataDir);
});
