import type { Page } from '@playwright/test';
import { expect, heading, passwordOf, test } from './fixtures.ts';
import { certificateIn, remove, startGateway, temporaryFolder, type Gateway } from './gateway.ts';

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

async function createsRenamesAndDeletesGroups(page: Page): Promise<void> {
  await expect(page.getByText('1,204 groups').first()).toBeVisible();
  await page.getByRole('treeitem', { name: 'EMEA' }).click();
  await page.getByRole('button', { name: 'New subgroup' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Per the API');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByText('This service only creates groups below your own group')).toBeVisible();
  await expect(heading(page, 'Per the API')).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Renamed per the API');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(heading(page, 'Renamed per the API')).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText("This service doesn't offer a change log.")).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Renamed per the API' }).click();
  await expect(page.getByText('Renamed per the API deleted')).toBeVisible();
  await page.getByRole('treeitem', { name: 'Default' }).click();
  await expect(page.getByText("The Default group can't be deleted.")).toBeVisible();
  // The API doesn't say that it can't be renamed.
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeEditable();
  await page.getByRole('button', { name: 'Cancel' }).click();
}

async function deletesASubtreeAsAJob(page: Page): Promise<void> {
  await page.getByRole('treeitem', { name: 'Asia Pacific' }).click();
  await expect(heading(page, 'Asia Pacific')).toBeVisible();
  await page.getByRole('button', { name: /^Delete/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Asia Pacific');
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByRole('treeitem', { name: 'Asia Pacific' })).toBeHidden();
  await goTo(page, 'Jobs');
  await expect(page.getByText(/Deleted 13 (of 13 )?groups/).first()).toBeVisible();
}

async function configuresAProvider(page: Page): Promise<void> {
  await goTo(page, 'OIDC providers');
  await page
    .getByRole('link', { name: /^(New|Add) / })
    .first()
    .click();
  await page.getByLabel('Name', { exact: false }).first().fill('By hand');
  await page.getByLabel('Issuer').fill('https://idp.example');
  await page.getByLabel('Client ID').fill('palisade');
  await page.getByLabel('Client secret').fill('a secret for this test');
  await page.getByLabel('Authorization endpoint').fill('https://idp.example/authorize');
  await page.getByLabel('Token endpoint').fill('https://idp.example/token');
  // The console's sign-in page has no buttons then.
  await expect(page.getByText('The service has its own redirect URI')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the sign-in page' })).toBeHidden();
  await expect(page.getByText('Their session ends when it expires.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Expression' }).fill('preferred_username');
  await page.getByRole('button', { name: /^Create/ }).click();
  await expect(heading(page, 'By hand')).toBeVisible();
  await page.getByRole('link', { name: /^Sign-ins/ }).click();
  await expect(page.getByText("This service doesn't offer counts of sign-ins.")).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText("This service doesn't offer a change log.")).toBeVisible();
  await expect(page.getByText('a secret for this test')).toHaveCount(0);
}

test('works in front of a service without extensions, over TLS', async ({ page, context }) => {
  const { host } = new URL(service.url);

  await test.step('connects over TLS', async () => {
    await page.goto(`${gateway.url}/groups`);
    await expect(page.getByText(`Connected to ${host}, TLS verified`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Demo sign-ins' })).toBeHidden();
    await page.getByLabel('Login').fill('admin');
    await page.getByLabel('Password').fill(passwordOf('admin'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('status', { name: 'Connection' })).toHaveText(host);
  });

  await test.step('creates, renames, deletes groups', async () => {
    await createsRenamesAndDeletesGroups(page);
  });

  await test.step('deletes a subtree as a job', async () => {
    await deletesASubtreeAsAJob(page);
  });

  await test.step('configures a provider', async () => {
    await configuresAProvider(page);
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
