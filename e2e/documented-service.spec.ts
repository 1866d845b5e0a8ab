import type { Page } from '@playwright/test';
import { startDocumentedService, type DocumentedService } from './documented-service.ts';
import { chooseAction, expect, heading, test } from './fixtures.ts';
import { remove, startGateway, type Gateway } from './gateway.ts';

// Each step is about one of the ways in which services may differ (docs/api.md).
const groups = [
  ['Default', ''],
  ['Branch', 'Default'],
  ['Twig', 'Branch'],
  ['Leaf', 'Default'],
  ['Not yours', 'Default'],
] as const;
let service: DocumentedService;
let gateway: Gateway;

test.beforeEach(async () => {
  service = await startDocumentedService(groups);
  gateway = await startGateway({ SERVICE_URL: service.url }, []);
});
test.afterEach(async () => {
  await gateway.stop();
  service.close();
  remove(gateway.dataDir);
});

const item = (page: Page, name: string) => page.getByRole('treeitem', { name });
const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();

async function signIn(page: Page): Promise<void> {
  await page.goto(`${gateway.url}/groups`);
  await page.getByLabel('Login').fill('pat');
  await page.getByLabel('Password').fill('any');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(item(page, 'Branch')).toBeVisible();
}

async function signInAgain(page: Page): Promise<void> {
  const login = again(page).getByLabel('Login');
  if ((await login.inputValue()) === '') await login.fill('pat');
  await again(page).getByLabel('Password').fill('any');
  await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again(page)).toBeHidden();
}

/** Deletes the branch, as a job. */
async function deleteBranch(page: Page): Promise<void> {
  await item(page, 'Branch').click();
  await chooseAction(page, 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete Branch' });
  await dialog.getByLabel('Type Branch to confirm').fill('Branch');
  await dialog.getByRole('button', { name: /^Delete Branch/ }).click();
  await expect(dialog).toBeHidden();
}

test('works in front of a service that offers only what is documented', async ({ page }) => {
  await test.step('a base path, strict parameters and pages by start', async () => {
    await signIn(page);
    await expect(page.getByText('5 groups', { exact: true })).toBeVisible();
    expect(service.requests).toContain('GET /groups?start=3');
    expect(service.requests.filter((request) => /\?(?!start=\d+$)/.test(request))).toEqual([]);
  });

  await test.step('huge IDs and null texts', async () => {
    await item(page, 'Leaf').click();
    await expect(heading(page, 'Leaf')).toBeVisible();
    await expect(page).toHaveURL(/\/groups\/900719925474014/);
    await page.reload();
    await expect(heading(page, 'Leaf')).toBeVisible();
  });

  await test.step('absent features, after GET /authentication returned only the roles', async () => {
    await page.goto(`${gateway.url}/lab`);
    await expect(page.getByText("This service doesn't offer the Lab.")).toBeVisible();
    await goTo(page, 'Overview');
    await expect(page.getByRole('list', { name: 'Records' }).getByRole('listitem')).toHaveText(['5 groups']);
    expect(service.requests.filter((request) => /changes|sign_in|users/.test(request))).toEqual([]);
  });

  for (const status of [400, 401, 403] as const)
    await test.step(`${status} without a session`, async () => {
      service.change({ withoutSession: status });
      await goTo(page, 'Groups');
      await expect(item(page, 'Leaf')).toBeVisible();
      service.expire();
      await page.evaluate("dispatchEvent(new Event('focus'))");
      await expect(again(page)).toBeVisible();
      await signInAgain(page);
      await expect(item(page, 'Leaf')).toBeVisible();
    });

  await test.step('403 with a session is an error', async () => {
    await item(page, 'Not yours').click();
    await chooseAction(page, 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete Not yours' });
    await dialog.getByRole('button', { name: 'Delete Not yours' }).click();
    await expect(dialog.getByRole('alert')).toContainText('not this one');
    await expect(again(page)).toBeHidden();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('lists that end after a page', async () => {
    service.change({ pages: false });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Only 3 of 5 groups loaded, so counts are minimums.')).toBeVisible();
    service.change({ pages: true });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('5 groups', { exact: true })).toBeVisible();
  });

  await test.step('a failed job', async () => {
    await deleteBranch(page);
    service.end('failed');
    await goTo(page, 'Jobs');
    await expect(page.getByRole('row').filter({ hasText: 'Deleting Branch' })).toContainText('Failed');
  });

  await test.step('sign-out only by the gateway', async () => {
    await page.getByRole('button', { name: 'User', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByText("The service doesn't offer sign-out")).toBeVisible();
  });
});
