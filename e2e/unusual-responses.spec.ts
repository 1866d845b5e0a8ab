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

const variants = {
  'a prefix': (path: string) => `/api/v10${path}`,
  'a base URL and a trailing slash': (path: string) => `https://service.example/api${path}/`,
};

for (const [what, write] of Object.entries(variants)) {
  test(`reads records whose paths have ${what}`, async ({ page }) => {
    proxy.rewrite = withPaths(write);
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
}

test("opens no form over what isn't a provider", async ({ page }) => {
  const logged: string[] = [];
  // Chromium logs failed requests itself.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      logged.push(message.text());
  });
  const single = /^GET \/oidc_ops\/\d+$/;
  await signIn(page, '/oidc');
  const provider = page.getByRole('link', { name: 'Demo sign-in', exact: true });
  await expect(provider).toBeVisible();
  proxy.rewrite = (request, body) => (single.test(request) ? { data: body } : body);
  await provider.click();
  await expect(field(page, 'Name')).toHaveValue('Demo sign-in');

  proxy.rewrite = (request, body) => (single.test(request) ? { result: body } : body);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(
    "The service's response isn't a provider: it has no resource, but result",
  );
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);

  proxy.rewrite = (request, body) => (request === 'GET /oidc_ops' ? { rows: 3 } : body);
  await page.goto(`${gateway.url}/oidc`);
  await expect(page.getByRole('alert')).toContainText("The service's response isn't a list: it has no data");
  // The page explains it.
  expect(logged).toEqual([]);
});

test("reports a new provider as created if the response doesn't say which one it is", async ({ page }) => {
  await signIn(page, '/oidc/new');
  proxy.rewrite = (request, body) => (request === 'POST /oidc_ops' ? {} : body);
  await field(page, 'Name').fill('Nameless');
  await field(page, 'Issuer').fill('https://id.example');
  await field(page, 'Client ID').fill('palisade');
  await page.getByLabel('Client secret').fill('a secret of the client');
  await field(page, 'Authorization endpoint').fill('https://id.example/authorize');
  await field(page, 'Token endpoint').fill('https://id.example/token');
  await field(page, 'Username expression').fill('preferred_username');
  await page.getByRole('button', { name: 'Create provider' }).click();
  await expect(page.getByText('Nameless created')).toBeVisible();
  await expect(page).toHaveURL(`${gateway.url}/oidc`);
  await expect(page.getByRole('link', { name: 'Nameless' })).toBeVisible();
});

test('waits as long as the service asks for', async ({ page }) => {
  let refused = 0;
  const refuse = (retryAfter: string, status: number, times: number) => {
    refused = 0;
    proxy.refuse = (request) => {
      if (request !== 'GET /oidc_ops' || refused === times) return undefined;
      refused += 1;
      return { status, retryAfter };
    };
  };
  await signIn(page, '/access');
  const providers = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'OIDC' });
  const demo = page.getByRole('link', { name: 'Demo sign-in', exact: true });
  refuse('1', 429, 2);
  await providers.click();
  await expect(demo).toBeVisible();
  expect(refused).toBe(2);

  const inTwoHours = new Date(Date.now() + 7_200_000).toUTCString();
  for (const [retryAfter, status] of [
    ['7200', 503],
    [inTwoHours, 429],
  ] as const) {
    refuse(retryAfter, status, 1);
    await page.reload();
    await expect(heading(page, 'The service is busy')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText(/The service asks to wait until .*\d:\d\d/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(demo).toBeVisible();
  }
});

test("removes a deleted group from a tree that can't be loaded again", async ({ page }) => {
  await signIn(page, '/groups');
  for (const name of ['Doomed', 'Doomed below']) {
    await page
      .getByRole('button', { name: /^New (sub)?group$/ })
      .last()
      .click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create group' }).click();
    await expect(heading(page, name)).toBeVisible();
  }
  await page.getByRole('treeitem', { name: /^Doomed 1/ }).click();
  await expect(heading(page, 'Doomed')).toBeVisible();
  proxy.refuse = (request) => (request === 'GET /groups' ? { status: 503, retryAfter: '3600' } : undefined);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Doomed');
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByRole('treeitem', { name: /^Doomed/ })).toHaveCount(0);
  await expect(page.getByText(/Couldn't refresh groups: .*asks to wait until/)).toBeVisible();
});
