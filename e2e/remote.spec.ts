import type { Page } from '@playwright/test';
import { expect, heading, passwordOf, test } from './fixtures.ts';
import { certificateIn, remove, startGateway, temporaryFolder, type Gateway } from './gateway.ts';
import { field } from './oidc-helpers.ts';

// The remote service is a second product, over TLS with a certificate of its own.
let folder: string;
let service: Gateway;
let gateway: Gateway;

test.beforeAll(async () => {
  folder = temporaryFolder();
  const certificate = await certificateIn(folder);
  service = await startGateway({ SERVICE_EXTENSIONS: 'false', SERVICE_VERSION: '9.6', ...certificate });
  const SERVICE_URL = `https://${new URL(service.url).host}/api`;
  gateway = await startGateway({ SERVICE_URL, SERVICE_CA: certificate.TLS_CERT }, []);
});
test.afterAll(async () => {
  await gateway.stop();
  await service.stop();
  for (const used of [folder, service.dataDir, gateway.dataDir]) remove(used);
});

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();

test('works in front of a service without extensions, over TLS', async ({ page, context }) => {
  const { host } = new URL(service.url);

  await test.step('connects over TLS', async () => {
    await page.goto(`${gateway.url}/groups`);
    await expect(page.getByText(`Connected to ${host}, TLS verified`)).toBeVisible();
    await page.getByLabel('Login').fill('admin');
    await page.getByLabel('Password').fill(passwordOf('admin'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('status', { name: 'Connection' })).toHaveText(host);
  });

  await test.step('creates, renames and deletes a group', async () => {
    await page.getByRole('treeitem', { name: 'EMEA' }).click();
    await page.getByRole('button', { name: 'New subgroup' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Per the API');
    await page.getByRole('button', { name: 'Create group' }).click();
    await expect(heading(page, 'Per the API')).toBeVisible();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Renamed per the API');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(heading(page, 'Renamed per the API')).toBeVisible();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Renamed per the API' }).click();
    await expect(page.getByText('Renamed per the API deleted')).toBeVisible();
  });

  await test.step('configures a provider', async () => {
    await goTo(page, 'OIDC providers');
    await page
      .getByRole('link', { name: /^(New|Add) / })
      .first()
      .click();
    for (const [label, value] of [
      ['Name', 'By hand'],
      ['Issuer', 'https://idp.example'],
      ['Client ID', 'palisade'],
      ['Authorization endpoint', 'https://idp.example/authorize'],
      ['Token endpoint', 'https://idp.example/token'],
      ['Username expression', 'preferred_username'],
    ] as const)
      await field(page, label).fill(value);
    await page.getByLabel('Client secret').fill('a secret for this test');
    await page.getByRole('button', { name: /^Create/ }).click();
    await expect(heading(page, 'By hand')).toBeVisible();
  });

  await test.step("says what the service doesn't offer", async () => {
    await goTo(page, 'Access');
    await expect(page.getByRole('table').getByText('group_admin').first()).toBeVisible();
    for (const name of ['Activity', 'Check access', 'Users', 'Roles', 'Review'])
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
    await page.goto(`${gateway.url}/activity`);
    await expect(page.getByText("This service doesn't offer a sign-in log.")).toBeVisible();
  });

  await test.step('ends its own session', async () => {
    await page.getByRole('button', { name: 'User admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByText("The service doesn't offer sign-out")).toBeVisible();
    expect((await context.cookies()).filter(({ name }) => name === 'session')).toEqual([]);
  });
});
