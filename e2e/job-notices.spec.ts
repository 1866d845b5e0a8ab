import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { applyRules } from './gateway.ts';
import { deleteInPage, panel, panelButton, row, subtree } from './jobs.ts';

const note = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const history = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const openHistory = (page: Page) => page.getByRole('button', { name: 'Notifications' }).click();

test.describe.configure({ timeout: 120_000 });
test.beforeEach(async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/jobs');
  // Jobs stay as they are: the console doesn't ask for their state.
  await page.getByLabel('Check running jobs').selectOption('off');
});

test('links a job that starts, and locks the group until it ends', async ({ page, apiAs }) => {
  const api = await apiAs('admin');
  const branch = await subtree(api, 5);
  // It takes 20 seconds.
  const slow = { kind: 'job', outcome: 'slow' } as const;
  await applyRules(api, { endpoint: 'deleteGroup', effect: slow, times: 1 });
  await deleteInPage(page, branch);
  const title = `Delete ${branch.name} and 5 subgroups`;
  await note(page, `${title}: started`).getByRole('link', { name: 'View' }).click();
  await expect(heading(page, title)).toBeVisible();

  await page.goto(`/groups/${branch.id}`);
  const item = page.getByRole('treeitem', { name: branch.name }).first();
  await expect(item).toContainText('Deleting');
  await expect(page.getByText("This is being deleted, so it can't be changed.")).toBeVisible();
  const actions = page
    .getByRole('region', { name: 'Group details' })
    .getByRole('button', { name: /^(Edit|New subgroup|Delete)$/ });
  await expect(actions).toHaveCount(0);
  await item.focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('treeitem', { name: `${branch.name} 3` }).first()).toContainText('Deleting');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View job' }).click();
  await expect(async () => {
    await page.getByRole('button', { name: /^Check Delete/ }).click({ timeout: 1_000 });
    await expect(page.getByRole('main')).toContainText('Completed', { timeout: 1_000 });
  }).toPass();
  await page.goto('/groups/0');
  await expect(page.getByRole('treeitem', { name: 'EMEA' })).toBeVisible();
  await expect(page.getByRole('tree')).not.toContainText('Deleting');
});

test('locks a user, their API keys and their history while a job deletes them', async ({ page, apiAs }) => {
  const api = await apiAs('admin');
  const login = fresh('leaving');
  const created = await api.post('/api/users', { data: { data: { login, group_resource: '/groups/0' } } });
  const { user_resource: path } = (await created.json()) as { user_resource: string };
  const renamed = await api.put(`/api${path}`, { data: { data: { display_name: 'Leah Leaving' } } });
  expect(renamed.status()).toBe(200);
  const slow = { kind: 'job', outcome: 'slow' } as const;
  await applyRules(api, { endpoint: 'deleteUser', effect: slow, times: 1 });
  await page.goto(`/access${path}`);
  await page.getByRole('button', { name: 'Delete user' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Delete ${login}` })
    .click();
  await row(page, login).getByRole('link').click();
  await expect(heading(page, login)).toBeVisible();
  await expect(page.getByText("This is being deleted, so it can't be changed.")).toBeVisible();
  // A link that would open the form.
  await page.goto(`/access${path}?add_role=/roles/1`);
  await expect(page.getByText("This is being deleted, so it can't be changed.")).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Version 1' }).click();
  await expect(page.getByRole('menuitem', { name: 'Compare with latest' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Restore this version' })).toHaveCount(0);
  const actions = page.getByRole('button', { name: /^(Edit user|Set password|Delete user|New API key)$/ });
  await expect(actions).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('says that a job continues when you stop following it, and follows it again', async ({
  page,
  apiAs,
}) => {
  const branch = await subtree(await apiAs('admin'), 5);
  await deleteInPage(page, branch);
  await panelButton(page).click();
  await panel(page)
    .getByRole('button', { name: `Stop following Delete ${branch.name} and 5 subgroups, which continues` })
    .click();
  await page.keyboard.press('Escape');
  const stopped = note(page, 'No longer following');
  await expect(stopped).toContainText('The job continues in the service.');
  await page.goto('/jobs');
  await expect(page.getByText('No jobs yet')).toBeVisible();

  const second = await subtree(await apiAs('admin'), 5);
  await deleteInPage(page, second);
  await page.goto('/jobs');
  await row(page, second.name)
    .getByRole('button', { name: /^Stop following/ })
    .click();
  await expect(row(page, second.name)).toHaveCount(0);
  await note(page, 'No longer following').getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, second.name)).toBeVisible();
});

test('keeps the notifications of a user across reloads, without secrets', async ({
  page,
  context,
  signInAs,
  apiAs,
}) => {
  const branch = await subtree(await apiAs('admin'), 5);
  await deleteInPage(page, branch);
  await expect(note(page, `Delete ${branch.name} and 5 subgroups: started`)).toBeVisible();
  await page.reload();
  await openHistory(page);
  await expect(history(page).getByRole('listitem')).toHaveText([/: started/]);
  await history(page).getByRole('link', { name: 'View' }).click();
  await expect(heading(page, /^Delete/)).toBeVisible();

  await context.clearCookies();
  await signInAs('operator');
  await page.goto('/jobs');
  await openHistory(page);
  await expect(history(page)).toContainText('No notifications yet.');
  await context.clearCookies();
  await signInAs('admin');
  await page.goto('/jobs');
  await openHistory(page);
  await history(page).getByRole('button', { name: 'Clear notifications' }).click();
  await expect(history(page)).toContainText('No notifications yet.');
  await page.reload();
  await openHistory(page);
  await expect(history(page)).toContainText('No notifications yet.');
});
