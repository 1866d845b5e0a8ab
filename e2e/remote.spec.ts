import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, passwordOf, test } from './fixtures.ts';
import { certificateIn, remove, seededFolder, startGateway, type Gateway } from './gateway.ts';
import { startThirdPartyService } from './third-party-service.ts';

const badge = (page: Page) => page.getByRole('status', { name: 'Connection' });
const item = (page: Page, name: string) => page.getByRole('treeitem', { name });

async function fillSignIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The remote service is a second product: the API under `/api`, here over TLS with a certificate of its own. */
test.describe('in front of a remote service', () => {
  test.describe.configure({ mode: 'serial' });
  let service: Gateway;
  let gateway: Gateway;
  let folder: string;
  let certificate: Awaited<ReturnType<typeof certificateIn>>;
  let host: string;
  const startService = (port = '0') =>
    startGateway({
      DATA_DIR: folder,
      ...certificate,
      PORT: port,
    });
  test.beforeAll(async () => {
    folder = seededFolder();
    certificate = await certificateIn(folder);
    service = await startService();
    ({ host } = new URL(service.url));
    const SERVICE_CA = certificate.TLS_CERT;
    gateway = await startGateway({ SERVICE_URL: `https://${host}/api`, SERVICE_CA }, []);
  });
  test.afterAll(async () => {
    await gateway.stop();
    await service.stop();
    remove(gateway.dataDir);
    remove(folder);
  });

  async function signIn(page: Page, address = '/groups'): Promise<void> {
    await page.goto(`${gateway.url}${address}`);
    await fillSignIn(page, 'admin', passwordOf('admin'));
    await expect(item(page, 'EMEA')).toBeVisible();
  }

  test('signs in, shows its connection, creates a group, and signs out', async ({ page, context }) => {
    await page.goto(gateway.url);
    await expect(page.getByText(`Connected to ${host}, TLS verified`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Demo sign-ins' })).toBeHidden();
    await signIn(page, '/groups/3');
    await expect(badge(page)).toHaveText(host);
    await page.getByRole('button', { name: 'New subgroup' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Made from afar');
    await page.getByRole('button', { name: 'Create group' }).click();
    await expect(heading(page, 'Made from afar')).toBeVisible();
    await expect(item(page, 'Made from afar')).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('button', { name: 'User admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(heading(page, 'Sign in to Palisade')).toBeVisible();
    expect((await context.request.get(`${gateway.url}/api/authentication`)).status()).toBe(401);
  });

  test('reports an unreachable service, and continues when it is back', async ({ page, context }) => {
    await signIn(page);
    const other = await context.newPage();
    await service.stop();
    await item(page, 'EMEA').click();
    await expect(badge(page)).toHaveText(`${host}: unavailable`);
    await expect(page.getByRole('alert', { name: "Couldn't load EMEA" })).toContainText(
      `the service at ${host} refused the connection`,
    );
    await page.getByRole('button', { name: 'New subgroup' }).click();
    const dialog = page.getByRole('dialog', { name: 'New subgroup of EMEA' });
    await dialog.getByLabel('Name').fill('Typed while it was away');
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await expect(dialog.getByRole('alert')).toContainText('refused the connection');
    // Without a session there is no navigation around the error.
    await other.goto(`${gateway.url}/groups`);
    await expect(heading(other, "Couldn't reach the service")).toBeVisible();
    await expect(other.getByRole('alert')).toContainText(`the service at ${host} refused the connection`);
    await expectAccessible(other);

    service = await startService(new URL(service.url).port);
    await expect(badge(page)).toHaveText(host);
    await expect(dialog.getByLabel('Name')).toHaveValue('Typed while it was away');
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await expect(heading(page, 'Typed while it was away')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('region', { name: 'API paths' })).toBeVisible();
    // It has loaded automatically.
    await expect(item(other, 'EMEA')).toBeVisible();
  });

  test('rejects an untrusted certificate, and warns if verification is off', async ({ page }) => {
    const strict = await startGateway({ SERVICE_URL: `https://${host}/api` }, []);
    await page.goto(strict.url);
    await expect(page.getByRole('alert')).toContainText(
      `the service at ${host} has an untrusted TLS certificate`,
    );
    await strict.stop();
    remove(strict.dataDir);

    const careless = await startGateway(
      { SERVICE_URL: `https://${host}/api`, SERVICE_INSECURE_TLS: 'true' },
      [],
    );
    await page.goto(careless.url);
    await expect(page.getByText(`Connected to ${host}, TLS not verified`)).toBeVisible();
    await fillSignIn(page, 'admin', passwordOf('admin'));
    await expect(badge(page)).toHaveText(`${host}: TLS not verified`);
    await careless.stop();
    remove(careless.dataDir);
  });
});

test('works with a service without extensions, and keeps its unusual data', async ({ page, context }) => {
  const service = await startThirdPartyService();
  const gateway = await startGateway({ SERVICE_URL: service.url }, []);
  const { host } = new URL(service.url);
  await page.goto(`${gateway.url}/groups`);
  await fillSignIn(page, 'odd', 'any');
  await expect(badge(page)).toHaveText(`${host}: not encrypted`);
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect(page.getByText('6 groups', { exact: true })).toBeVisible();
  for (const name of ['Default', 'Ordinary', 'Orphan', 'Round', 'And round', 'It goes'])
    await expect(page.getByRole('treeitem', { name, exact: false }).first()).toBeVisible();
  await expect(item(page, 'Orphan')).toContainText('parent not visible');
  await expect(page.getByRole('treeitem').filter({ hasText: 'part of a cycle' })).toHaveCount(1);

  await item(page, 'Ordinary').click();
  await expect(heading(page, 'Ordinary')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'SOMETHING_NEW' })).toBeVisible();
  await page.getByRole('button', { name: 'New subgroup' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Elsewhere');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByText('This service only creates groups below your own group')).toBeVisible();
  await expect(heading(page, 'Elsewhere')).toBeVisible();
  expect(service.created).toEqual([{ data: { name: 'Elsewhere', description: '' } }]);

  await page.getByRole('button', { name: 'User odd' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('The service doesn’t offer sign-out')).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await gateway.stop();
  service.close();
  remove(gateway.dataDir);
});
