import type { Page, Request } from '@playwright/test';
import { expect, expectAccessible, passwordOf, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { emulate, remove, seededFolder, startGateway } from './gateway.ts';
import { deleteInPage, finished, startJob, subtree } from './jobs.ts';
import { startTerseService } from './terse-service.ts';

const panelButton = (page: Page) => page.getByRole('button', { name: /^Show jobs/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Jobs' });
const jobsLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Jobs' });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const doneNote = (page: Page, name: string) =>
  page
    .getByRole('status')
    .filter({ hasText: `Delete ${name}` })
    .filter({ hasText: ': done' });

test.describe.configure({ timeout: 120_000 });
test.beforeEach(async ({ signInAs }) => signInAs('admin'));

test('follows a deletion in the panel, across a reload and in a second tab, and tells its end once', async ({
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

  await expect(row(page, branch.name)).toContainText('Done', { timeout: 60_000 });
  await expect(row(other, branch.name)).toContainText('Deleted 12,001 groups');
  const notes = async () =>
    (await doneNote(page, branch.name).count()) + (await doneNote(other, branch.name).count());
  await expect.poll(notes).toBe(1);
  await row(page, branch.name).getByRole('link').click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('listitem').first()).toContainText('Deleted 12,001 groups');
  expect(await timeline.getByRole('listitem').count()).toBeGreaterThan(2);
});

test('refreshes the tree when the job has ended, and leaves the user where they are', async ({
  page,
  apiAs,
}) => {
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
  await expect(page.getByRole('row').filter({ hasText: 'Deleted 51 groups' })).toContainText('Done');
  const second = await subtree(api, 20);
  await deleteInPage(page, second);
  await page.getByLabel('Filter groups').fill(second.name);
  await expect(page.getByText('No group fits this filter')).toBeVisible();
  await expect(page.getByLabel('Filter groups')).toBeFocused();
});

test('shows a failed job with its reason in full, to copy and to remove', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await deleteInPage(page, { id: 1, name: 'EMEA' });
  const failure = page.getByRole('alert').filter({ hasText: 'Failed: users still belong to EMEA' });
  await expect(failure).toBeVisible();
  await failure.getByRole('button', { name: 'Dismiss' }).click();
  await expect(panelButton(page)).toHaveAccessibleName('Show jobs: 1 failed');
  await panelButton(page).click();
  await panel(page)
    .getByRole('link', { name: /^Delete EMEA and/ })
    .click();
  await expect(page.getByRole('heading', { name: /^Delete EMEA and/, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Copy message' }).click();
  await expect(page.getByRole('button', { name: 'message copied' })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Failed: users still belong to EMEA');
  await page.getByRole('button', { name: /^Remove Delete EMEA/ }).click();
  await expect(page.getByText('No jobs yet')).toBeVisible();
});

test('takes a status that is gone for the end of the job', async ({ page, apiAs }) => {
  const api = await apiAs('admin');
  const path = await startJob(api);
  await finished(api, path);
  await api.delete(`/api${path}`);
  await page.goto(`/jobs/${path.split('/').at(-1)}`);
  await page.getByRole('button', { name: `Follow ${path}` }).click();
  await expect(page.getByText('The service has removed its status: it has ended')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await page.goto('/jobs');
  await page.getByRole('button', { name: 'Clear 1 finished' }).click();
  await expect(page.getByText('No jobs yet')).toBeVisible();
});

test('says what is no path of a job', async ({ page }) => {
  await page.goto('/jobs');
  await page.getByLabel('Follow a job by its path').fill('/groups/1');
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByText('Give the path of a job status')).toBeVisible();
});

test('waits while the session is over, and goes on after the sign-in', async ({ page, context, apiAs }) => {
  const branch = await subtree(await apiAs('admin'), 6_000);
  await deleteInPage(page, branch);
  await expect(panelButton(page)).toHaveAccessibleName('Show jobs: 1 running');
  await context.clearCookies();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await again.getByLabel('Password').fill(passwordOf('admin'));
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again).toBeHidden();
  await expect(doneNote(page, branch.name)).toBeVisible({ timeout: 60_000 });
});

test('shows nothing of a job to the next user', async ({ page, context, signInAs, apiAs }) => {
  const path = await startJob(await apiAs('admin'));
  await page.goto(`/jobs/${path.split('/').at(-1)}`);
  await page.getByRole('button', { name: `Follow ${path}` }).click();
  await expect(page.getByText('Created the group').first()).toBeVisible();
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
});

test('does not poll when it is off, and pops nothing up when it is quiet', async ({ page, apiAs }) => {
  await page.goto('/jobs');
  await page.getByLabel('Check running jobs').selectOption('off');
  await page.getByRole('switch', { name: 'Quiet' }).click();
  const branch = await subtree(await apiAs('admin'), 1);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await deleteInPage(page, branch);
  await page.goto('/jobs');
  await expect(row(page, branch.name)).toContainText('Running');
  await expect(row(page, branch.name)).toContainText(/[3-9] s · not checked yet/);
  expect(asked.filter((url) => url.includes('delayed_job_statuses'))).toEqual([]);
  await expect(async () => {
    await page.getByRole('button', { name: `Check Delete ${branch.name}` }).click({ timeout: 1000 });
    await expect(row(page, branch.name)).toContainText('Done', { timeout: 1000 });
  }).toPass();
  await expect(doneNote(page, branch.name)).toBeHidden();
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText(`Delete ${branch.name}`);
});

test('does not poll while nobody looks and while there is no network, and goes on after', async ({
  page,
  context,
  apiAs,
}) => {
  // Headless Chromium hides no page: what the page is told of its visibility is ours to say.
  await page.addInitScript(
    `Object.defineProperty(document, 'visibilityState', { get: () => globalThis.seen === false ? 'hidden' : 'visible' })`,
  );
  const see = (seen: boolean) =>
    page.evaluate(`globalThis.seen = ${seen}; document.dispatchEvent(new Event('visibilitychange'))`);
  await page.request.put('/-/lab/scenario', { data: { data: { id: 'slow-job' } } });
  const path = await startJob(await apiAs('admin'));
  await page.request.delete('/-/lab/scenario');
  await page.goto('/jobs');
  await page.getByLabel('Check running jobs').selectOption('1');
  await page.getByLabel('Follow a job by its path').fill(path);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  const job = row(page, 'Done ');
  await expect(job).toContainText(/Done \d+ of 20 steps/);
  for (const [stop, goOn] of [
    [() => see(false), () => see(true)],
    [() => context.setOffline(true), () => context.setOffline(false)],
  ] as const) {
    await stop();
    await expect(job).toContainText(/checked [3-9] s ago/);
    await goOn();
    await expect(job).toContainText(/checked (just now|[12] s ago)/);
  }
});

test('asks for two hundred jobs with six requests at a time', async ({ page, apiAs }) => {
  const api = await apiAs('admin');
  const paths: string[] = [];
  while (paths.length < 200)
    paths.push(...(await Promise.all(Array.from({ length: 10 }, () => startJob(api)))));
  const { user } = (await (await api.get('/api/authentication')).json()) as { user: string };
  let inFlight = 0;
  let most = 0;
  const isStatus = (url: string) => url.includes('/delayed_job_statuses/');
  page.on('request', (request) => {
    if (isStatus(request.url())) most = Math.max(most, (inFlight += 1));
  });
  const over = (request: Request) => {
    if (isStatus(request.url())) inFlight -= 1;
  };
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  // What the browser would remember of jobs that were started from it.
  const now = Date.now();
  const jobs = paths.map((path, index) => ({
    path,
    title: `Job number ${index}`,
    changes: [],
    phase: 'running',
    user: 'admin',
    timeline: [],
    trouble: '',
    startedAt: now - index,
    nextAt: now,
    checks: 0,
    unchanged: 0,
    failures: 0,
  }));
  await page.addInitScript(
    `if (!localStorage.getItem('seeded')) for (const job of ${JSON.stringify(jobs)}) localStorage.setItem('palisade-job ${user} ' + job.path, JSON.stringify(job));
     localStorage.setItem('seeded', 'yes'); localStorage.setItem('palisade-job-settings', '{"quiet":true}')`,
  );
  await page.goto('/jobs');
  const clear = page.getByRole('button', { name: 'Clear 200 finished' });
  await expect(clear).toBeVisible({ timeout: 60_000 });
  expect(most).toBeLessThanOrEqual(6);
  // Only what is near the view is drawn; the last is there once somebody has scrolled to it.
  const table = page.getByRole('table');
  await expect(table).toHaveAttribute('aria-rowcount', '201');
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  await expect(table).not.toContainText('Job number 199');
  await table.hover();
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(page.getByRole('link', { name: 'Job number 199' })).toBeInViewport({ timeout: 200 });
  }).toPass();
  await clear.click();
  await expect(page.getByText('No jobs yet')).toBeVisible({ timeout: 30_000 });
  expect((await api.get(`/api${paths[0]}`)).status()).toBe(404);
});

test('imports groups from a pasted text, after its problems are mended', async ({ page }) => {
  const top = fresh('Imported');
  await page.goto('/access');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: /^Search/ }).fill('import');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Import groups', level: 1 })).toBeVisible();
  const text = page.getByLabel('Groups to import');
  await text.fill(`name,parent\n${top},\nOne,${top}\n,${top}\nOne,${top}`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('status')).toHaveText('2 lines of 4 cannot be imported');
  await expect(preview.getByRole('row').nth(1)).toContainText('name: must not be empty');
  await expect(preview.getByRole('row').nth(2)).toContainText('name: line 3 has the same name and parent');
  await expect(page.getByRole('button', { name: 'Import groups' })).toBeDisabled();
  await expectAccessible(page);
  await text.fill(`name,parent\n${top},\nOne,${top}\nTwo,${top} > One`);
  await page.getByRole('button', { name: 'Import 3 groups' }).click();
  await expect(page.getByRole('heading', { name: 'Import 3 groups', level: 1 })).toBeVisible();
  await expect(page.getByText('Created 3 groups').first()).toBeVisible();
  await page.goto('/groups');
  await page.getByLabel('Filter groups').fill(top);
  await expect(page.getByRole('treeitem', { name: top })).toBeVisible();
});

test('imports a file, and names the line that the service refuses', async ({ page }) => {
  await page.goto('/groups');
  await page.getByRole('link', { name: 'Import' }).click();
  const lines = ['{"name":"Fine here"}', '{"name":"EMEA","parent":"/groups/0"}'].join('\n');
  await page.locator('input[type=file]').setInputFiles({
    name: 'groups.jsonl',
    mimeType: 'application/json',
    buffer: Buffer.from(lines),
  });
  await page.getByRole('button', { name: 'Import 2 groups' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Failed: line 2: name: another group there is already named "EMEA"',
  );
  const list = page.context().request;
  expect(await (await list.get('/api/groups?fields=name&limit=1000')).text()).not.toContain('Fine here');
});

test('is accessible: panel, list, job and import', async ({ page, apiAs }) => {
  const api = await apiAs('admin');
  const path = await startJob(api);
  await page.goto(`/jobs/${path.split('/').at(-1)}`);
  await expect(page.getByRole('button', { name: `Follow ${path}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Follow ${path}` }).click();
  await expect(page.getByText('Created the group').first()).toBeVisible();
  await expectAccessible(page);
  await deleteInPage(page, { id: 1, name: 'EMEA' });
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await panelButton(page).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.goto('/jobs');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});

test('takes a job of a service that answers with a Location alone', async ({ browser }) => {
  const service = await startTerseService();
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
  await page.keyboard.press('Escape');
  await page.goto('/imports');
  await page.getByLabel('Groups to import').fill('One');
  await page.getByRole('button', { name: 'Import 1 group' }).click();
  await expect(page.getByRole('alert')).toContainText('This service has no import of groups');
  await context.close();
  await gateway.stop();
  service.close();
});

test('goes on after the gateway was killed and started again', async ({ browser }) => {
  const dataDir = seededFolder();
  const first = await startGateway({ DATA_DIR: dataDir });
  const context = await browser.newContext({ baseURL: first.url });
  await context.request.post('/api/authentication', {
    data: { data: { login: 'admin', password: passwordOf('admin') } },
  });
  const branch = await subtree(context.request, 6_000);
  const page = await context.newPage();
  await deleteInPage(page, branch);
  await jobsLink(page).click();
  await expect(row(page, branch.name)).toContainText(/Deleted [\d,]+ of 6,001 groups/);
  await first.stop('SIGKILL');
  await expect(row(page, branch.name)).toContainText(/Trying again/);
  const second = await startGateway({ DATA_DIR: dataDir, PORT: new URL(first.url).port });
  await expect(row(page, branch.name)).toContainText('Deleted 6,001 groups', { timeout: 60_000 });
  await expect(row(page, branch.name)).toContainText('Done');
  await context.close();
  await second.stop();
  remove(dataDir);
});

test('removes what version 9.6 keeps, and what 9.7 removes by itself', async ({ browser }) => {
  const gateway = await startGateway({ SERVICE_VERSION: '9.6', JOB_STATUS_TTL: '1' });
  const context = await browser.newContext({ baseURL: gateway.url });
  const api = context.request;
  await api.post('/api/authentication', {
    data: { data: { login: 'admin', password: passwordOf('admin') } },
  });
  const page = await context.newPage();
  const endOf = async (): Promise<{ name: string; status(): Promise<number> }> => {
    const branch = await subtree(api, 1);
    const accepted = page.waitForResponse((response) => response.status() === 202);
    await deleteInPage(page, branch);
    const path = (await accepted).headers()['location'] ?? '';
    await jobsLink(page).click();
    return { name: branch.name, status: async () => (await api.get(`/api${path}`)).status() };
  };
  const kept = await endOf();
  await expect(row(page, kept.name)).toContainText('Done');
  await page.getByRole('switch', { name: 'Remove finished statuses from the service' }).click();
  const read = await endOf();
  await row(page, read.name).getByRole('link').click();
  await expect(page.getByText('Removed from the service after it was read')).toBeVisible();
  expect(await read.status()).toBe(404);
  // It has outlived its second: this version removes nothing by itself.
  await jobsLink(page).click();
  expect(await kept.status()).toBe(200);
  await page.getByRole('button', { name: `Remove Delete ${kept.name}` }).click();
  await expect(row(page, kept.name)).toBeHidden();
  expect(await kept.status()).toBe(404);

  await page.getByRole('switch', { name: 'Remove finished statuses from the service' }).click();
  await emulate(api, '9.7');
  const passing = await endOf();
  await expect(row(page, passing.name)).toContainText('Done');
  await expect.poll(passing.status).toBe(404);
  await page.getByRole('button', { name: `Remove Delete ${passing.name}` }).click();
  await expect(row(page, passing.name)).toBeHidden();
  await context.close();
  await gateway.stop();
  remove(gateway.dataDir);
});
