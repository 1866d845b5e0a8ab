import type { Page } from '@playwright/test';
import type { LabRule } from '../src/contract/lab.ts';
import { expect, heading, test } from './fixtures.ts';
import { applyRules } from './gateway.ts';

test.beforeEach(async ({ signInAs }) => signInAs('admin'));
test.afterEach(async ({ page }) => {
  await deactivate(page);
});

const deactivate = (page: Page) => page.request.delete('/-/lab/scenario');
const treeitem = (page: Page, name: string) => page.getByRole('treeitem', { name });

test('continues once the service is up again', async ({ page }) => {
  await page.goto('/groups');
  await expect(treeitem(page, 'EMEA')).toBeVisible();

  const refresh = page.getByRole('button', { name: 'Refresh' });
  const down: LabRule['effect'] = { kind: 'status', status: 503, detail: ['down'] };
  const everything = { endpoint: '*', effect: down, times: null };
  await test.step('down', async () => {
    await applyRules(page.request, everything);
    await refresh.click();
    const badge = page.getByRole('status', { name: 'Connection' });
    await expect(badge).toHaveText('embedded: unavailable');
    await expect(treeitem(page, 'EMEA')).toBeVisible();
    await deactivate(page);
    await expect(badge).toHaveText('embedded');
  });

  await test.step('down while the page loads', async () => {
    // Even those whom it locks out can deactivate it.
    await applyRules(page.request, everything);
    await page.reload();
    // Without a session, there's no navigation around the error.
    await expect(heading(page, "Couldn't reach the service")).toBeVisible();
    await page.getByRole('status', { name: 'Scenario' }).getByRole('button', { name: 'Deactivate' }).click();
    // It loads automatically.
    await expect(treeitem(page, 'EMEA')).toBeVisible();
  });
});
