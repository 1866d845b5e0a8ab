import { expect, expectAccessible, test } from './fixtures.ts';
import { applyRules, startGateway } from './gateway.ts';
import { deleteInPage, panel, panelButton, row, startJob, subtree } from './jobs.ts';
import { startMinimalService } from './minimal-service.ts';

test.describe.configure({ timeout: 120_000 });
test.beforeEach(async ({ signInAs }) => signInAs('admin'));

test('follows a deletion in the panel, across a reload and in a second tab, and announces its end once', async ({
  page,
  context,
  apiAs,
}) => {
  const branch = await subtree(await apiAs('admin'), 12_000);
  await deleteInPage(page, branch);
  await expect(panelButton(page)).toHaveAccessibleName('Show jobs: 1 running');
  await panelButton(page).click();
  const card = panel(page).getByRole('listitem', { name: `Delete ${branch.name}` });
  await expect(card.getByRole('progressbar', { name: `Progress of Delete ${branch.name}` })).toBeVisible();
  await expect(card).toContainText(/Deleted [\d,]+ of 12,001 groups/);

  const other = await context.newPage();
  await other.goto('/jobs');
  await expect(row(other, branch.name)).toContainText('Running');
  await page.reload();
  await page.goto('/jobs');
  await expect(row(page, branch.name)).toContainText(/Deleted [\d,]+ of 12,001 groups/);

  await expect(row(page, branch.name)).toContainText('Completed', { timeout: 60_000 });
  await expect(row(other, branch.name)).toContainText('Deleted 12,001 groups');
  // Both tabs share the history, which has what either of them announced.
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Notifications' }).click();
    const announcements = tab.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
    await expect(announcements.filter({ hasText: `${branch.name} and` })).toHaveText([
      /: completedDeleted 12,001 groups/,
      /: started/,
    ]);
  }
  await page.keyboard.press('Escape');
  await row(page, branch.name).getByRole('link').click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('listitem').first()).toContainText('Deleted 12,001 groups');
  expect(await timeline.getByRole('listitem').count()).toBeGreaterThan(2);
});

test('refreshes the tree when the job has finished, without moving the user', async ({ page, apiAs }) => {
  const branch = await subtree(await apiAs('admin'), 50);
  await page.goto('/groups');
  await page.getByLabel('Filter groups').fill(branch.name);
  await expect(page.getByText(/^51 of/)).toBeVisible();
  const api = await apiAs('admin');
  const accepted = await api.delete(`/api/groups/${branch.id}`);
  await panelButton(page).click();
  await panel(page).getByRole('link', { name: 'All jobs and settings' }).click();
  await page.getByLabel('Follow a job by its path').fill(accepted.headers()['location'] ?? '');
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Deleted 51 groups' })).toContainText('Completed');
  const second = await subtree(api, 20);
  await deleteInPage(page, second);
  await page.getByLabel('Filter groups').fill(second.name);
  await expect(page.getByText('No groups match this filter')).toBeVisible();
  await expect(page.getByLabel('Filter groups')).toBeFocused();
});

test('shows a failed job with its full reason, to copy or remove', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await deleteInPage(page, { id: 1, name: 'EMEA' });
  const failure = page.getByRole('alert').filter({ hasText: 'Failed: users still belong to EMEA' });
  await expect(failure).toBeVisible();
  await failure.getByRole('button', { name: 'Dismiss' }).click();
  await expect(panelButton(page)).toHaveAccessibleName('Show jobs: 1 failed');
  await panelButton(page).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await panel(page)
    .getByRole('link', { name: /^Delete EMEA and/ })
    .click();
  await expect(page.getByRole('heading', { name: /^Delete EMEA and/, level: 1 })).toBeVisible();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem');
  await expect(crumbs).toHaveText(['Jobs', /^Delete EMEA and/]);
  await page.getByRole('button', { name: 'Copy message' }).click();
  await expect(page.getByRole('button', { name: 'message copied' })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Failed: users still belong to EMEA');
  await page.getByRole('button', { name: /^Remove Delete EMEA/ }).click();
  await expect(page.getByText('No jobs yet')).toBeVisible();
});

test('treats a deleted status as the end of the job, and rejects invalid status paths', async ({
  page,
  apiAs,
}) => {
  const api = await apiAs('admin');
  const vanishing = { kind: 'job', outcome: 'vanishes' } as const;
  await applyRules(api, { endpoint: 'createGroup', effect: vanishing, times: 1 });
  const path = await startJob(api);
  await page.goto(`/jobs/${path.split('/').at(-1)}`);
  await page.getByRole('button', { name: `Follow ${path}` }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('Running');
  await expect(main).toContainText('The job has ended, but the service removed its status');
  await expect(main).toContainText('Unknown');
  await expect(page.getByRole('alert')).toBeHidden();
  await page.goto('/jobs');
  await page.getByRole('button', { name: 'Clear 1 finished' }).click();
  await expect(page.getByText('No jobs yet')).toBeVisible();
  await page.getByLabel('Follow a job by its path').fill('/groups/1');
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByText('Enter the path of a job status')).toBeVisible();
});

test('hides a user’s jobs from the next user', async ({ page, context, signInAs, apiAs }) => {
  const path = await startJob(await apiAs('admin'));
  await page.goto(`/jobs/${path.split('/').at(-1)}`);
  await page.getByRole('button', { name: `Follow ${path}` }).click();
  await expect(page.getByText('Created the group').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'User admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Palisade' })).toBeVisible();
  await signInAs('operator');
  await page.goto('/jobs');
  await expect(page.getByText('No jobs yet')).toBeVisible();
  await context.clearCookies();
  await signInAs('admin');
  await page.goto('/jobs');
  await expect(page.getByRole('row').filter({ hasText: 'Created the group' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});

test('follows a job whose response has only a Location', async ({ browser }) => {
  const service = await startMinimalService();
  const gateway = await startGateway({ SERVICE_URL: service.url }, []);
  const context = await browser.newContext({ baseURL: gateway.url });
  await context.request.post('/api/authentication', { data: { data: { login: 'admin', password: 'any' } } });
  const page = await context.newPage();
  await deleteInPage(page, { id: 1, name: 'Branch' });
  await panelButton(page).click();
  const card = panel(page).getByRole('listitem', { name: /^Delete Branch/ });
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  service.finish();
  await expect(card).toContainText('All gone');
  await card.getByRole('button', { name: /^Remove/ }).click();
  await expect(panel(page).getByText('No jobs yet')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.goto('/imports');
  await page.getByLabel('Groups to import').fill('One');
  await page.getByRole('button', { name: 'Import 1 group' }).click();
  await expect(page.getByRole('alert')).toContainText("This service doesn't offer group imports");
  await context.close();
  await gateway.stop();
  service.close();
});
