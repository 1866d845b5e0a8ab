import type { Page } from '@playwright/test';
import { goTo, signIn, signOut } from './actions.ts';
import { startDocumentedService } from './documented-service.ts';
import { expect, heading, test } from './fixtures.ts';
import { remove, startGateway } from './gateway.ts';

// Each step is about one of the ways in which services may differ (docs/api.md).
const item = (page: Page, name: string) => page.getByRole('treeitem', { name });

test('works in front of a service that offers only what is documented', async ({ page }) => {
  const service = await startDocumentedService({ withoutSession: 403 });
  const gateway = await startGateway({ SERVICE_URL: service.url }, []);
  await test.step('a base path, strict parameters and pages by start', async () => {
    await page.goto(`${gateway.url}/groups`);
    await signIn(page, 'pat', 'any');
    await expect(item(page, 'Branch')).toBeVisible();
    await expect(page.getByText('4 groups', { exact: true })).toBeVisible();
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
    await expect(page.getByRole('list', { name: 'Records' }).getByRole('listitem')).toHaveText(['4 groups']);
    expect(service.requests.filter((request) => /changes|sign_in|users/.test(request))).toEqual([]);
  });

  await test.step('403 without a session', async () => {
    await goTo(page, 'Groups');
    await expect(item(page, 'Leaf')).toBeVisible();
    service.expire();
    await page.evaluate("dispatchEvent(new Event('focus'))");
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Login').fill('pat');
    await again.getByLabel('Password').fill('any');
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(again).toBeHidden();
    await expect(item(page, 'Leaf')).toBeVisible();
  });

  await test.step('lists that end after a page', async () => {
    service.change({ pages: false });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Only 3 of 4 groups loaded, so counts are minimums.')).toBeVisible();
    service.change({ pages: true });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('4 groups', { exact: true })).toBeVisible();
  });

  await test.step('sign-out only by the gateway', async () => {
    await signOut(page, 'User');
    await expect(page.getByText("The service doesn't offer sign-out")).toBeVisible();
  });

  await gateway.stop();
  service.close();
  remove(gateway.dataDir);
});
