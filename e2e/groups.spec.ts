import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { palette } from './palette.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Groups' });
const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: false });

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

test("a group's life", async ({ page }) => {
  const name = fresh('Sites');
  const renamed = `${name} renamed`;
  const dialog = (title: string) => page.getByRole('dialog', { name: title });
  const run = async (command: string) => {
    await page.keyboard.press('Control+k');
    await palette(page).fill(command);
    await page.keyboard.press('Enter');
  };

  await test.step('created from another page', async () => {
    await page.goto('/jobs');
    await expect(heading(page, 'Jobs')).toBeVisible();
    await run('new group');
    await dialog('New subgroup of Default').getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create group' }).click();
    await expect(heading(page, name)).toBeVisible();
    await expect(item(page, name)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('renamed', async () => {
    await page.request.post(`/api${new URL(page.url()).pathname}/groups`, {
      data: { data: { name: 'Below' } },
    });
    await run('edit sites');
    await dialog(`Edit ${name}`).getByLabel('Name').fill(renamed);
    await page.getByRole('dialog').getByLabel('Description').fill('Line one\nLine two');
    const [request] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'PUT'),
      page.getByRole('button', { name: 'Save changes' }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({ data: { name: renamed, description: 'Line one\nLine two' } });
    await expect(heading(page, renamed)).toBeVisible();
    await Promise.all([
      page.waitForResponse((response) => response.url().includes('/api/groups?')),
      page.getByRole('button', { name: 'Refresh' }).click(),
    ]);
    await expect(item(page, renamed)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('deleted with its subgroup as a job', async () => {
    await run('delete sites');
    const question = dialog(`Delete ${renamed}`);
    await expect(question.getByText(`${renamed} has 1 subgroup, which will be deleted too.`)).toBeVisible();
    await expect(question.getByText(`No visible user belongs to ${renamed} or its subgroups.`)).toBeVisible();
    const confirm = question.getByRole('button', { name: `Delete ${renamed} and 1 subgroup` });
    await expect(confirm).toBeDisabled();
    await expectAccessible(page);
    await question.getByLabel(`Type ${renamed} to confirm`).fill(renamed);
    await confirm.click();
    await expect(page.getByText('Deleted 2 groups')).toBeVisible();
    await expect(item(page, renamed)).toBeHidden();
    await expect(heading(page, 'Default')).toBeVisible();
    await page.getByRole('link', { name: 'Jobs' }).click();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Completed');
  });
});
