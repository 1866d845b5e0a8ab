import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, test as base } from './fixtures.ts';
import { remove, startGateway, type Gateway } from './gateway.ts';
import { freePorts } from './instances.ts';
import { startUnusualService, type UnusualService } from './unusual-service.ts';

type Start = (
  traits: Parameters<typeof startUnusualService>[0],
) => Promise<{ service: UnusualService; url: string }>;

// Each test's service is on the same port, behind the same gateway.
let servicePort = 0;
let gateway: Gateway;

/** Starts a service with the given quirks, in place of the one before. */
const test = base.extend<{ start: Start }>({
  // Playwright wants a pattern here, even an empty one.
  // oxlint-disable-next-line no-empty-pattern
  start: async ({}, use) => {
    let service: UnusualService | undefined;
    await use(async (traits) => {
      await service?.close();
      service = await startUnusualService(traits, servicePort);
      return { service, url: gateway.url };
    });
    await service?.close();
  },
});

test.beforeAll(async () => {
  [servicePort = 0] = await freePorts(1);
  gateway = await startGateway({ SERVICE_URL: `http://127.0.0.1:${servicePort}` }, []);
});
test.afterAll(async () => {
  await gateway.stop();
  remove(gateway.dataDir);
});

const item = (page: Page, name: string) => page.getByRole('treeitem', { name });
const details = (page: Page) => page.getByRole('region', { name: 'Group details' });

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await fillSignIn(page);
}

async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('Login').fill('pat');
  await page.getByLabel('Password').fill('any');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const few: [string, number?][] = [['Default'], ['Branch', 0], ['Leaf', 0], ['Not yours', 0]];
const deep: [string, number?][] = [...few, ['Twig', 1], ['Sprout', 4], ['Bud', 1]];

for (const withoutSession of [400, 403]) {
  test(`treats ${withoutSession} as signed out without credentials, and otherwise as an error`, async ({
    page,
    start,
  }) => {
    const { service, url } = await start({ groups: few, withoutSession });
    await signIn(page, `${url}/groups/3`);
    await expect(heading(page, 'Not yours')).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Not yours' });
    await dialog.getByRole('button', { name: 'Delete Not yours' }).click();
    await expect(dialog.getByRole('alert')).toContainText('not this one');
    // The console checked the session before it treated the status as an error.
    await expect.poll(() => service.requests.at(-1)).toBe('GET /authentication');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeHidden();

    await page.getByRole('button', { name: 'New subgroup' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Typed before');
    service.expire();
    await page.getByRole('button', { name: 'Create group' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await expect(again).toBeVisible();
    await again.getByLabel('Password').fill('any');
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(again).toBeHidden();
    await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Typed before');
  });
}

test('keeps tracking a job after a session that ended with 403 is renewed', async ({ page, start }) => {
  const { service, url } = await start({ groups: few, withoutSession: 403, jobs: true });
  await signIn(page, `${url}/groups/2`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Leaf' }).click();
  await page.getByRole('link', { name: 'Jobs' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Delete Leaf' });
  await expect(row).toContainText('Deleting');
  service.expire();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible({ timeout: 20_000 });
  service.finish();
  await again.getByLabel('Password').fill('any');
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(row).toContainText('Deleted', { timeout: 20_000 });
});

test('loads every group from a service with small pages whose `rows` counts the page', async ({
  page,
  start,
}) => {
  const { url } = await start({ groups: deep, pageSize: 2, rows: 'page' });
  await signIn(page, `${url}/groups/1`);
  await expect(page.getByText('7 groups', { exact: true })).toBeVisible();
  await expect(details(page).getByText('3 subgroups (2 direct)')).toBeVisible();
});

test('omits query parameters that a strict service rejects', async ({ page, start }) => {
  const { service, url } = await start({ groups: deep, pageSize: 3, parameters: ['start'] });
  await signIn(page, `${url}/groups`);
  await expect(page.getByText('7 groups', { exact: true })).toBeVisible();
  const lists = () => service.requests.filter((request) => request.startsWith('GET /groups?'));
  const first = lists().length;
  expect(lists()[0]).toContain('fields=');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => lists().length).toBeGreaterThan(first + 2);
  for (const request of lists().slice(first)) expect(request).toMatch(/^GET \/groups\?start=\d+$/);

  const none = await start({ groups: deep, parameters: [] });
  await page.context().clearCookies();
  await signIn(page, `${none.url}/groups`);
  await expect(page.getByText('7 groups', { exact: true })).toBeVisible();
});

test('marks an incomplete tree', async ({ page, start }) => {
  const { service, url } = await start({ groups: deep, pageSize: 4, pages: false });
  await signIn(page, `${url}/groups/2`);
  await expect(page.getByText('Only 4 of 7 groups loaded, so counts are minimums.')).toBeVisible();
  await expect(page.getByText('4+ groups')).toBeVisible();
  await expect(details(page).getByText('Unknown')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Leaf' });
  await expect(dialog.getByText("Leaf may have subgroups: they couldn't be counted.")).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete Leaf' })).toBeDisabled();
  await dialog.getByLabel('Type Leaf to confirm').fill('Leaf');
  await dialog.getByRole('button', { name: 'Delete Leaf' }).click();
  await expect(page.getByText('Leaf deleted')).toBeVisible();
  expect(service.requests).toContain('DELETE /groups/2');
});

test('counts subgroups before a delete while the tree is loading', async ({ page, start }) => {
  const { service, url } = await start({ groups: deep, pageSize: 4 });
  const release = service.hold(4);
  await signIn(page, `${url}/groups/1`);
  await expect(heading(page, 'Branch')).toBeVisible();
  await expect(details(page).getByText('Counting…')).toBeVisible();
  await expect(page.getByText('4+ groups')).toBeVisible();
  await expect(item(page, 'Default')).toContainText('3+');
  await expect(item(page, 'Branch')).toHaveAttribute('aria-setsize', '-1');
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Branch' });
  const confirm = dialog.getByRole('button', { name: 'Delete Branch' });
  await expect(dialog.getByText('Counting…')).toBeVisible();
  await expect(confirm).toBeDisabled();
  await expectAccessible(page);

  release();
  // The rules of a remote service are unknown.
  await expect(dialog.getByText('Branch has 3 subgroups. The service may delete them too.')).toBeVisible();
  await expect(dialog.getByText('Sprout')).toBeVisible();
  await expect(confirm).toBeDisabled();
  expect(service.requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
  await dialog.getByLabel('Type Branch to confirm').fill('Branch');
  await confirm.click();
  await expect(page.getByText('Branch deleted')).toBeVisible();
});

test('checks for subgroups when the dialog opens and again before the delete', async ({ page, start }) => {
  const { service, url } = await start({ groups: deep, pageSize: 4, subGroups: true });
  const release = service.hold(4);
  await signIn(page, `${url}/groups/1`);
  await page.getByRole('button', { name: 'Delete' }).click();
  const branch = page.getByRole('dialog', { name: 'Delete Branch' });
  await expect(branch.getByText('Branch has at least 2 subgroups.')).toBeVisible();
  await expect(branch.getByRole('button', { name: 'Delete Branch' })).toBeDisabled();
  await branch.getByRole('button', { name: 'Cancel' }).click();

  await item(page, 'Leaf').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const leaf = page.getByRole('dialog', { name: 'Delete Leaf' });
  await expect(leaf.getByText("Leaf has no subgroups. This can't be undone.")).toBeVisible();
  service.create('Made by another client', 2);
  await leaf.getByRole('button', { name: 'Delete Leaf' }).click();
  await expect(leaf.getByRole('alert')).toContainText('Leaf may have subgroups by now');
  await expect(leaf.getByText('Leaf has at least 1 subgroup.')).toBeVisible();
  await expect(leaf.getByRole('button', { name: 'Delete Leaf' })).toBeDisabled();
  expect(service.requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
  release();
});

test('creates groups with POST /groups below the own group, and with the extension elsewhere', async ({
  page,
  start,
}) => {
  const { service, url } = await start({ groups: few, ownGroup: 1, subGroups: true });
  const create = async (name: string) => {
    await page.getByRole('button', { name: 'New subgroup' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create group' }).click();
    await expect(heading(page, name)).toBeVisible();
    return service.requests.filter((request) => request.startsWith('POST /groups'));
  };
  await signIn(page, `${url}/groups/1`);
  expect(await create('Mine')).toEqual(['POST /groups']);
  await item(page, 'Leaf').click();
  expect(await create('Theirs')).toEqual(['POST /groups', 'POST /groups/2/groups']);
  await expect(page.getByText('so it was created there')).toBeHidden();
});

test('links a rejection that names no privilege to My access, without a reload', async ({ page, start }) => {
  const { url } = await start({ groups: few, groupsDenied: true });
  await signIn(page, `${url}/groups`);
  await expect(page.getByRole('alert')).toContainText('no entry');
  await page.evaluate("globalThis.kept = 'yes'");
  await page.getByRole('alert').getByRole('link', { name: 'View my access' }).click();
  await expect(page).toHaveURL(/\/access$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate('globalThis.kept')).toBe('yes');
});

test('says that the service has no Lab', async ({ page, start }) => {
  const { url } = await start({ groups: few });
  await signIn(page, `${url}/lab`);
  await expect(page.getByText("This service doesn't offer the Lab.")).toBeVisible();
});

test('supports any feature name', async ({ page, start }) => {
  const features = ['__proto__', 'constructor', 'toString'];
  const { url } = await start({ groups: few, features });
  await signIn(page, `${url}/access`);
  await expect(heading(page, 'My access')).toBeVisible();
  for (const feature of features)
    await expect(page.getByRole('row', { name: new RegExp(`^${feature} `) })).toContainText('rw');
  for (const feature of features) {
    await page.goto(`${url}/access/can?feature=${feature}&privilege=rw`);
    await expect(page.getByRole('combobox', { name: 'Action' })).toHaveValue(`use ${feature} · rw`);
    await expect(page.getByRole('heading', { name: 'Yes' })).toBeVisible();
  }
});
