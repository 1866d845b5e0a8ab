import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { field, heading, renderPage, showOnPhone } from '../../../testing/pages/render-page.tsx';
import { delay, pendingCalls, refuse, request, signIn, startJob } from '../../../testing/pages/requests.ts';

const status = async (path: string) => (await fetch(`/api${path}`)).status;

it('follows jobs by their paths, and removes their statuses from the service', async () => {
  const [kept, read] = [await startJob('Kept'), await startJob('Read')];
  await renderPage('/jobs', 'admin');
  const settings = page.getByRole('button', { name: 'Job settings' });
  const path = field('Follow a job by its path');
  const follow = async (text: string) => {
    if (path.query() === null) await settings.click();
    await path.fill(text);
    await userEvent.keyboard('{Enter}');
    if (text !== '/groups/1') await userEvent.keyboard('{Escape}');
  };
  const row = (job: string) => page.getByRole('row', { name: `Job ${job.split('/').at(-1)}` });
  await follow('/groups/1');
  await expect.element(page.getByText('Enter the path of a job status')).toBeVisible();
  await expectAccessible();
  await follow(kept);
  await expect.element(row(kept)).toHaveTextContent('Completed');
  const completed = page.getByRole('status').filter({ hasText: ': completed' });
  await expect.element(completed).toBeVisible();
  await completed.getByRole('button', { name: 'Dismiss' }).click();
  await expectAccessible();
  await showOnPhone();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);

  await settings.click();
  await page.getByRole('switch', { name: 'Mute job notifications' }).click();
  await page.getByRole('switch', { name: 'Remove statuses of finished jobs' }).click();
  await userEvent.keyboard('{Escape}');
  await follow(read);
  await row(read).getByRole('link').click();
  await expect.element(heading(/^Job/)).toBeVisible();
  await expect.element(page.getByText('Removed from the service after it was read')).toBeVisible();
  await expect.element(completed).not.toBeInTheDocument();
  expect([await status(kept), await status(read)]).toEqual([200, 404]);
  await page.getByRole('button', { name: /^Remove Job/ }).click();
  await expect.element(row(kept)).toBeVisible();
  await expect.element(row(read)).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Remove Job/ }).click();
  await expect.element(page.getByText('No jobs yet')).toBeVisible();
  expect(await status(kept)).toBe(404);
  await follow(kept);
  await expect.element(row(kept)).toHaveTextContent("The service doesn't have this job's status");
});

it("keeps the focus if a job's status couldn't be removed, and the page that was opened while it was removed", async () => {
  const job = await startJob('Left');
  await renderPage('/jobs', 'admin');
  await page.getByRole('button', { name: 'Job settings' }).click();
  await field('Follow a job by its path').fill(job);
  await userEvent.keyboard('{Enter}');
  await page.getByRole('row').getByRole('link', { name: /^Job/ }).click();
  const remove = page.getByRole('button', { name: /^Remove Job/ });
  const endpoint = 'deleteJobStatus';
  await expect.element(remove).toBeVisible();
  await refuse(endpoint, 500, undefined, 1);
  await remove.click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'out of order' })).toBeVisible();
  await expect.element(remove).toHaveFocus();
  await delay(endpoint, 1_000, 1);
  await remove.click();
  await page.getByRole('link', { name: 'OIDC providers' }).click();
  await expect.poll(() => status(job)).toBe(404);
  await expect.poll(() => pendingCalls()).toEqual([]);
  await expect.element(heading('OIDC providers')).toBeVisible();
});

it('lists what jobs changed that another user or browser started', async () => {
  const job = await startJob('From elsewhere', 'operator');
  await expect
    .poll(async () => ((await (await fetch(`/api${job}`)).json()) as { finished: boolean }).finished)
    .toBe(true);
  await signIn('admin');
  await request('PUT', '/api/groups/1', { description: 'Changed without a job' });
  await renderPage('/jobs', 'admin');
  await expect.element(page.getByText('No jobs yet')).toBeVisible();
  const recorded = page.getByRole('region', { name: 'Recent changes by jobs' });
  const newest = recorded.getByRole('listitem').first();
  await expect.element(newest).toHaveTextContent(`operator via job ${job.split('/').at(-1)}`);
  await newest.getByRole('link', { name: 'Created group From elsewhere' }).click();
  await expect.element(heading('Created group From elsewhere')).toBeVisible();
});
