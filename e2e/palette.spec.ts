import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { finished, startJob } from './jobs.ts';
import { palette } from './palette.ts';

const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const section = (page: Page, name: string) => page.getByRole('group', { name }).getByRole('option');

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).fill(text);
}

test('finds records of every kind and commands, starting with recent records and the actions of the page', async ({
  page,
  signInAs,
  apiAs,
}) => {
  await signInAs('admin');
  const api = await apiAs('admin');
  const path = await startJob(api);
  await finished(api, path);
  await page.goto('/jobs');
  await page.getByLabel('Follow a job by its path').fill(path);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Completed');
  await search(page, path.split('/').at(-1) ?? '');
  await expect(section(page, 'Jobs')).toHaveCount(1);
  await palette(page).fill('emea');
  await expect(section(page, 'Groups')).toContainText(['EMEA']);
  await expect(section(page, 'Roles')).toContainText(['EMEA administrators']);
  await expect(section(page, 'Other matches').first()).toContainText('EMEA');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await expect(options(page).first()).toContainText('EMEADefault');
  await expectAccessible(page);
  for (const [text, title] of [
    ['emea adm', 'EMEA administrators'],
    ['demo sign', 'Demo sign-in'],
    ['asia pac', 'Asia Pacific'],
    ['tena', 'tenant'],
  ] as const) {
    await palette(page).fill(text);
    await expect(options(page).first()).toContainText(title);
    await page.keyboard.press('Enter');
    await expect(heading(page, title)).toBeVisible();
    await page.keyboard.press('Control+k');
  }

  await expect(section(page, 'Recent')).toContainText(['tenant', 'Asia Pacific', 'Demo sign-in']);
  await expect(section(page, 'On this page')).toHaveText([
    'Edit user tenant',
    'Reset password of tenant',
    'Delete user tenant',
  ]);
  await page.keyboard.press('ArrowDown');
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Asia Pacific')).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'Asia Pacific', selected: true })).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'tenant')).toBeVisible();
  await search(page, 'edit user');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit tenant' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await search(page, 'dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await search(page, 'compare');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Compare access')).toBeVisible();
  await search(page, 'job settings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Job settings' })).toBeVisible();
  await search(page, 'new role');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New role' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Search or run a command' }).click();
  await expect(palette(page)).toBeFocused();
  await palette(page).fill('nothing is called this');
  await expect(page.getByText('No results')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toHaveValue('');
  // Before the page is drawn without the palette.
  await page.evaluate(`new Promise((resolve) => {
    const press = (key, ctrlKey) => {
      const event = { key, code: key === 'k' ? 'KeyK' : key, ctrlKey, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', event));
    };
    press('Escape', false);
    setTimeout(() => {
      press('k', true);
      resolve();
    });
  })`);
  await expect(palette(page)).toBeFocused();
  await palette(page).fill('jobs');
  await expect(page.getByRole('option', { name: 'Show jobs' })).toBeVisible();
});
