import { startForeignProvider } from '../src/testing/foreign-provider.ts';
import { expect, test } from './fixtures.ts';
import { remove, startGateway, temporaryFolder } from './gateway.ts';
import { call, cookiesOf } from './instances.ts';

test('signs a user in through oauth2-mock-server', async ({ page }) => {
  const folder = temporaryFolder();
  const provider = await startForeignProvider(folder);
  const gateway = await startGateway(
    {
      DATA_DIR: folder,
      ADMIN_PASSWORD: 'a password for this test',
      OUTBOUND_ALLOW: provider.host,
      NODE_EXTRA_CA_CERTS: provider.certificateFile,
    },
    [],
  );
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
  await gateway.stop();
  await provider.close();
  remove(folder);
});
