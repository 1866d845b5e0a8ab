import type { Page, Request } from '@playwright/test';
import { expect, passwordOf, test } from './fixtures.ts';
import { applyRules, emulate, remove, seededFolder, startGateway } from './gateway.ts';
import { deleteInPage, jobsLink, row, startJob, subtree } from './jobs.ts';

/** The notification that a deletion has finished. */
const doneNote = (page: Page, name: string) =>
  page
    .getByRole('status')
    .filter({ hasText: `Delete ${name}` })
    .filter({ hasText: ': completed' });

// When the console asks for the state of jobs, and what becomes of it.
test.describe.configure({ timeout: 180_000 });
test.beforeEach(async ({ signInAs }) => signInAs('admin'));

test('checking jobs stops while signed out, and continues after sign-in', async ({
  page,
  context,
  apiAs,
}) => {
  const branch = await subtree(await apiAs('admin'), 4_000);
  await deleteInPage(page, branch);
  // While the job is running.
  await context.clearCookies();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await again.getByLabel('Password').fill(passwordOf('admin'));
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(again).toBeHidden();
  await expect(doneNote(page, branch.name)).toBeVisible({ timeout: 60_000 });
});

test('neither checks jobs nor shows notifications when both are off', async ({ page, apiAs }) => {
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
    await expect(row(page, branch.name)).toContainText('Completed', { timeout: 1000 });
  }).toPass();
  await expect(doneNote(page, branch.name)).toBeHidden();
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText(`Delete ${branch.name}`);
});

test('checking jobs stops while the tab is hidden or offline, and continues afterwards', async ({
  context,
  apiAs,
}) => {
  const page = await context.newPage();
  // Headless Chromium never hides a page, so the test overrides its visibility.
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

test('checks a hundred jobs with six concurrent requests', async ({ context, apiAs }) => {
  const page = await context.newPage();
  const api = await apiAs('admin');
  const paths: string[] = [];
  while (paths.length < 100)
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
  // The first responses are slow: without the limit of six, more requests would follow.
  const slow = { kind: 'latency', milliseconds: 1000 } as const;
  await applyRules(api, { endpoint: 'getJobStatus', effect: slow, times: 6 });
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
  const clear = page.getByRole('button', { name: 'Clear 100 finished' });
  await expect(clear).toBeVisible({ timeout: 60_000 });
  expect(most).toBe(6);
  // Only rows near the viewport are rendered; the last one after scrolling to it.
  const table = page.getByRole('grid');
  await expect(table).toHaveAttribute('aria-rowcount', '101');
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  await expect(table).not.toContainText('Job number 99');
  await table.hover();
  // Scrolling keeps the focus, and it moves to the next row when the focused button disappears.
  for (const [from, to, down] of [
    [0, 99, 20_000],
    [99, 0, -20_000],
  ] as const) {
    const focused = page.getByRole('button', { name: `Remove Job number ${from}`, exact: true });
    await focused.focus();
    await expect(async () => {
      await page.mouse.wheel(0, down);
      const link = page.getByRole('link', { name: `Job number ${to}`, exact: true });
      await expect(link).toBeInViewport({ timeout: 200 });
    }).toPass();
    await expect(focused).toBeFocused();
  }
  await clear.click();
  await expect(page.getByText('No jobs yet')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeFocused();
  expect((await api.get(`/api${paths[0]}`)).status()).toBe(404);
});

test('a job continues after the gateway was killed and restarted', async ({ browser }) => {
  const dataDir = seededFolder();
  const first = await startGateway({ DATA_DIR: dataDir });
  const context = await browser.newContext({ baseURL: first.url });
  await context.request.post('/api/authentication', {
    data: { data: { login: 'admin', password: passwordOf('admin') } },
  });
  const branch = await subtree(context.request, 4_000);
  const page = await context.newPage();
  await deleteInPage(page, branch);
  await jobsLink(page).click();
  await expect(row(page, branch.name)).toContainText(/Deleted [\d,]+ of 4,001 groups/);
  await first.stop('SIGKILL');
  await expect(row(page, branch.name)).toContainText(/Retrying/);
  const second = await startGateway({ DATA_DIR: dataDir, PORT: new URL(first.url).port });
  await expect(row(page, branch.name)).toContainText('Deleted 4,001 groups', { timeout: 100_000 });
  await expect(row(page, branch.name)).toContainText('Completed');
  await context.close();
  await second.stop();
  remove(dataDir);
});

test('removes statuses that version 9.6 keeps, and those that 9.7 removes automatically', async ({
  browser,
}) => {
  const gateway = await startGateway({ SERVICE_VERSION: '9.6', JOB_STATUS_TTL: '2' });
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
  await expect(row(page, kept.name)).toContainText('Completed');
  await page.getByRole('switch', { name: 'Remove statuses of finished jobs' }).click();
  const read = await endOf();
  await row(page, read.name).getByRole('link').click();
  await expect(page.getByText('Removed from the service after it was read')).toBeVisible();
  expect(await read.status()).toBe(404);
  // It still exists after two seconds: this version removes nothing automatically.
  await jobsLink(page).click();
  expect(await kept.status()).toBe(200);
  await page.getByRole('button', { name: `Remove Delete ${kept.name}` }).click();
  await expect(row(page, kept.name)).toBeHidden();
  await expect(page.getByRole('button', { name: `Remove Delete ${read.name}` })).toBeFocused();
  expect(await kept.status()).toBe(404);

  await page.getByRole('switch', { name: 'Remove statuses of finished jobs' }).click();
  await emulate(api, '9.7');
  const passing = await endOf();
  await expect(row(page, passing.name)).toContainText('Completed');
  await expect.poll(passing.status).toBe(404);
  await page.getByRole('button', { name: `Remove Delete ${passing.name}` }).click();
  await expect(row(page, passing.name)).toBeHidden();
  await context.close();
  await gateway.stop();
  remove(gateway.dataDir);
});
