import type { Page } from '@playwright/test';
import { expect, heading, passwordOf, test } from './fixtures.ts';
import { remove, startGateway, type Gateway } from './gateway.ts';
import { field } from './oidc-helpers.ts';
import { startRewritingProxy, withPaths, type RewritingProxy } from './rewriting-proxy.ts';

// The remote service is a second product, whose responses a proxy rewrites.
let service: Gateway;
let proxy: RewritingProxy;
let gateway: Gateway;

test.beforeAll(async () => {
  service = await startGateway();
  proxy = await startRewritingProxy(`${service.url}/api`);
  gateway = await startGateway({ SERVICE_URL: proxy.url }, []);
});
test.afterAll(async () => {
  await gateway.stop();
  proxy.close();
  await service.stop();
  for (const { dataDir } of [service, gateway]) remove(dataDir);
});
test.afterEach(() => {
  proxy.rewrite = (_, body) => body;
  proxy.refuse = () => undefined;
});

async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(`${gateway.url}${path}`);
  await page.getByLabel('Login').fill('admin');
  await page.getByLabel('Password').fill(passwordOf('admin'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
}

test('reads records whose paths have a base URL and a trailing slash', async ({ page }) => {
  proxy.rewrite = withPaths((path) => `https://service.example/api${path}/`);
  await signIn(page, '/groups');
  await expect(page.getByText('1,204 groups').first()).toBeVisible();
  await page.getByRole('treeitem', { name: 'EMEA' }).click();
  await expect(heading(page, 'EMEA')).toBeVisible();
  await expect(page).toHaveURL(/\/groups\/\d+/);
  await page.getByRole('link', { name: 'Users 1' }).click();
  await expect(page.getByRole('link', { name: 'tenant' })).toBeVisible();

  await page.goto(`${gateway.url}/access/users`);
  await page.getByRole('link', { name: 'tenant' }).click();
  await expect(heading(page, 'tenant')).toBeVisible();
  await expect(page).toHaveURL(/\/access\/users\/\d+/);
  await page.getByRole('main').getByRole('link', { name: 'EMEA administrators' }).first().click();
  await expect(page).toHaveURL(/\/access\/roles\/\d+/);
  await expect(page.getByText(/ and its subgroups/).first()).toBeVisible();

  await page.goto(`${gateway.url}/oidc`);
  await page.getByRole('link', { name: 'Demo sign-in', exact: true }).click();
  await expect(field(page, 'Name')).toHaveValue('Demo sign-in');
  await expect(page).toHaveURL(/\/oidc\/\d+$/);
});
