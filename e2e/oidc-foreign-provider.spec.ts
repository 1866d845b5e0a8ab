import { startForeignProvider, type ForeignProvider } from '../src/testing/foreign-provider.ts';
import { expect, test } from './fixtures.ts';
import { remove, startGateway, temporaryFolder, type Gateway } from './gateway.ts';
import { call, cookiesOf, emptyDatabase } from './instances.ts';

const server = process.env['TEST_DATABASE_URL'] ?? '';

for (const kind of ['PGlite', 'PostgreSQL']) {
  test.describe(`oauth2-mock-server with ${kind}`, () => {
    test.skip(kind === 'PostgreSQL' && server === '', 'there is no PostgreSQL');
    const folder = temporaryFolder();
    let database: Awaited<ReturnType<typeof emptyDatabase>> | undefined;
    let provider: ForeignProvider;
    let gateway: Gateway;

    test.beforeAll(async () => {
      database = kind === 'PostgreSQL' ? await emptyDatabase(server) : undefined;
      provider = await startForeignProvider(folder);
      const environment = {
        DATA_DIR: folder,
        ADMIN_PASSWORD: 'a password for this test',
        OUTBOUND_ALLOW: provider.host,
        NODE_EXTRA_CA_CERTS: provider.certificateFile,
        ...(database
          ? { DATABASE_URL: database.url, SECRET_KEY: 'a secret key for this test, long enough' }
          : {}),
      };
      gateway = await startGateway(environment, []);
    });

    test.afterAll(async () => {
      await gateway.stop();
      await provider.close();
      await database?.drop();
      remove(folder);
    });

    test('signs a user in', async ({ page }) => {
      const admin = await call(gateway.url, 'POST', '/authentication', {
        data: { login: 'admin', password: 'a password for this test' },
      });
      const cookie = cookiesOf(admin.headers);
      const user = {
        login: 'johndoe',
        group_resource: '/groups/0',
        password: 'not used here',
        role_resources: [],
      };
      for (const [path, data] of [
        ['/users', user],
        ['/oidc_ops', provider.values],
      ] as const)
        expect((await call(gateway.url, 'POST', path, { cookie, data })).status).toBe(201);
      await page.goto(`${gateway.url}/sign-in?return_to=%2Fjobs`);
      await page.getByRole('link', { name: 'Foreign provider' }).click();
      await expect(page).toHaveURL(`${gateway.url}/jobs`);
      await expect(page.getByRole('button', { name: 'User johndoe' })).toBeVisible();
    });
  });
}
