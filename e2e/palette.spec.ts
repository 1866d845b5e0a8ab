import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { finished, startJob } from './jobs.ts';
import { palette } from './palette.ts';

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const section = (page: Page, name: string) => page.getByRole('group', { name }).getByRole('option');

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).fill(text);
}

test('finds records of every kind, names that match before members of a branch, and commands', async ({
  page,
  apiAs,
}) => {
  const api = await apiAs('admin');
  await page.goto('/jobs');
  await expect(heading(page, 'Jobs')).toBeVisible();
  await search(page, 'emea');
  await expect(section(page, 'Groups')).toContainText(['EMEA']);
  await expect(section(page, 'Roles')).toContainText(['EMEA administrators']);
  await expect(section(page, 'Other matches').first()).toContainText('EMEA');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await expect(options(page).first()).toContainText('EMEADefault');
  await expectAccessible(page);
  for (const [text, title] of [
    ['tena', 'tenant'],
    ['emea adm', 'EMEA administrators'],
    ['demo sign', 'Demo sign-in'],
    ['asia pac', 'Asia Pacific'],
  ] as const) {
    await palette(page).fill(text);
    await expect(options(page).first()).toContainText(title);
    await page.keyboard.press('Enter');
    await expect(heading(page, title)).toBeVisible();
    await page.keyboard.press('Control+k');
  }
  await page.keyboard.press('Escape');
  const path = await startJob(api);
  await finished(api, path);
  await page.goto(`/jobs/${path.split('/').at(-1)}`);
  await page.getByRole('button', { name: `Follow ${path}` }).click();
  await search(page, path.split('/').at(-1) ?? '');
  await expect(section(page, 'Jobs')).toHaveCount(1);

  await palette(page).fill('dark');
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
});

test('starts with recent records and the actions of the page, and searches by keyboard', async ({ page }) => {
  await page.goto('/groups/3');
  await expect(heading(page, 'Asia Pacific')).toBeVisible();
  await page.goto('/access/users/2');
  await expect(heading(page, 'tenant')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(section(page, 'Recent')).toContainText(['tenant', 'Asia Pacific']);
  await expect(section(page, 'On this page')).toHaveText([
    'Edit user tenant',
    'Reset password of tenant',
    'Delete user tenant',
  ]);
  await page.keyboard.press('ArrowDown');
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Asia Pacific')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'tenant')).toBeVisible();
  await search(page, 'edit user');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit tenant' })).toBeVisible();
});
