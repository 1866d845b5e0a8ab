import { Notifications } from '@mantine/notifications';
import { beforeEach, expect, it } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { renderInConsole } from '../../../testing/render.tsx';
import { trackedJob } from '../../../testing/setups/console-records.ts';
import { openJobs, putJob } from '../../data/jobs/job-store.ts';
import type { TrackedJob } from '../../data/jobs/tracked-job.ts';
import { KeptFocus } from '../../ui/focus/kept-focus.tsx';
import { JobPanel } from './job-panel.tsx';

const cards = page.getByRole('listitem');
const all = page.getByRole('link', { name: 'All jobs and settings' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => openJobs('/users/1'));

const putNumbered = (id: number, more: Partial<TrackedJob> = {}) =>
  putJob(trackedJob(id, { startedAt: id, ...more }));

const renderPanel = () =>
  renderInConsole(
    <main>
      <h1>Page</h1>
      <KeptFocus />
      <Notifications />
      <JobPanel onClose={() => undefined} />
    </main>,
  );

it("lists jobs that haven't ended and the latest others, and links to all", async () => {
  for (let id = 1; id <= 25; id += 1) putNumbered(id, id === 2 ? {} : { phase: 'done' });
  await renderPanel();
  await expect.element(cards.first()).toHaveAccessibleName('Job 25');
  expect(cards.elements()).toHaveLength(20);
  await expect.element(cards.nth(18)).toHaveAccessibleName('Job 7');
  await expect.element(cards.last()).toHaveAccessibleName('Job 2');
  await expect.element(page.getByRole('link', { name: 'Show all 25 jobs' })).toHaveAttribute('href', '/jobs');
});

it('is accessible with jobs in any state', async () => {
  putNumbered(1, { phase: 'failed', timeline: [{ at: 1, message: 'Failed: users still belong to it' }] });
  putNumbered(2, { phase: 'done' });
  putNumbered(3, { timeline: [{ at: 3, message: 'Deleted 1 of 4 groups' }] });
  putNumbered(4, { phase: 'removed', timeline: [{ at: 4, message: 'Done 2 of 20 steps' }] });
  await renderPanel();
  await expect.element(cards.first()).toHaveTextContent('removed its status before the outcome was read');
  await expect.element(page.getByRole('progressbar', { name: 'Progress of Job 3' })).toBeVisible();
  await expectAccessible();
});

it('says that a job continues when the user stops following it, and follows it again', async () => {
  putNumbered(1);
  await renderPanel();
  await button('Stop following Job 1, which continues').click();
  await expect.element(page.getByText('No jobs yet')).toBeVisible();
  await expect.element(all).toHaveFocus();
  const stopped = page.getByRole('status').filter({ hasText: 'No longer following Job 1' });
  await expect.element(stopped).toHaveTextContent('The job continues in the service.');
  // Beside the panel, whose controls it would cover.
  const rectOf = (part: Locator) => part.element().getBoundingClientRect();
  await expect.poll(() => rectOf(page.getByRole('dialog')).left - rectOf(stopped).right).toBeGreaterThan(0);
  await stopped.getByRole('button', { name: 'Undo' }).click();
  await expect.element(cards).toHaveAccessibleName('Job 1');
  await expect.element(cards).toHaveTextContent('Running');
});

it('moves the focus to the next job when one is removed', async () => {
  for (const id of [1, 2, 3, 4]) putNumbered(id, { phase: 'removed' });
  await renderPanel();
  await button('Remove Job 4').click();
  await expect.element(button('Remove Job 3')).toHaveFocus();
  await button('Remove Job 1').click();
  await expect.element(button('Remove Job 2')).toHaveFocus();
  await button('Clear 2 finished').click();
  await expect.element(page.getByText('No jobs yet')).toBeVisible();
  await expect.element(all).toHaveFocus();
});

it("moves the focus from a button that the job's end removes to where another Enter removes nothing", async () => {
  putNumbered(1);
  await renderPanel();
  (button('Stop following Job 1, which continues').element() as HTMLElement).focus();
  putNumbered(1, { phase: 'done' });
  await expect.element(page.getByRole('link', { name: 'Job 1' })).toHaveFocus();
});
