import type { Page } from '@playwright/test';
import { expect, heading, test } from '../fixtures.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Groups' });
const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name });
const nodes = (page: Page) => page.evaluate("document.querySelectorAll('*').length");

test('navigates 25,000 groups by keyboard', async ({ page, signInAs }) => {
  await signInAs('admin');
  const data = { data: { what: 'groups', count: 25_000 } };
  expect((await page.request.post('/-/lab/data/generate', { data })).status()).toBe(200);
  // Requests after the first wait until the test has seen the first rows.
  let release = (): void => undefined;
  const seen = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/groups\?.*start=[1-9]/, async (route) => {
    await seen;
    await route.continue();
  });

  await test.step('shows the first rows while the rest loads', async () => {
    await page.goto('/groups');
    await expect(item(page, 'EMEA')).toBeVisible();
    await expect(page.getByText(/^Loaded [\d,]+ of 26,205$/)).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Loading groups' })).toBeVisible();
    release();
    await expect(page.getByText('26,205 groups', { exact: true })).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Loading groups' })).toBeHidden();
  });

  const filter = page.getByLabel('Filter groups');
  await test.step('finds a group before the filter has run', async () => {
    await filter.focus();
    await page.keyboard.type('group 024999');
    // Before the filter has run.
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Group 024999')).toBeVisible();
    await expect(item(page, 'Group 024999')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(filter).toHaveValue('');
    await expect(item(page, 'Group 024999')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for all groups' }).click();
    await page.getByRole('menuitem', { name: 'Expand all' }).click();
    await expect(item(page, 'Group 024999')).toBeVisible();
    expect(await nodes(page)).toBeLessThanOrEqual(1500);
  });
});
