import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

const inspector = (page: Page) => page.getByRole('region', { name: 'Request inspector' });
const calls = (page: Page) => inspector(page).getByRole('listbox', { name: 'Calls' });
const rows = (page: Page) => calls(page).getByRole('option');
const treeitem = (page: Page, name: string) => page.getByRole('treeitem', { name });

async function openInspector(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+I');
  await expect(inspector(page)).toBeVisible();
}

test('shows every call of the tab beside the page, which stays in use', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/groups');
  await treeitem(page, 'EMEA').click();
  await openInspector(page);
  await expect(calls(page)).toBeFocused();
  await expect(rows(page).filter({ hasText: '/authentication' }).first()).toContainText(/GET.*200.*ms.*B/);

  await page.getByRole('button', { name: 'New sub-group' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Seen by the inspector');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { name: 'Seen by the inspector', level: 1 })).toBeVisible();
  const created = rows(page).filter({ hasText: 'POST' });
  await expect(created).toContainText('201');
  await created.click();
  const detail = inspector(page).getByRole('article');
  await expect(detail.getByRole('heading', { level: 2 })).toHaveText(/^POST \/groups\/\d+\/groups$/);
  await expect(detail.getByLabel('Request body', { exact: true })).toContainText(
    '"name": "Seen by the inspector"',
  );
  await expect(detail.getByLabel('Answer body', { exact: true })).toContainText('"mode": "NONE"');
  await expect(detail.getByLabel('Answer headers')).toContainText('application/json');
  await expect(detail.getByRole('button', { name: 'Copy request id' })).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Send again' })).toBeHidden();
  await expectAccessible(page);
});
