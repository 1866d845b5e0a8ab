import { expect, it, onTestFinished } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { openJobs, putJob } from '../../data/jobs/job-store.ts';
import { begin } from '../../data/jobs/tracked-job.ts';
import { JobPanel } from './job-panel.tsx';

it("lists jobs that haven't ended and the latest others, and links to all", async () => {
  localStorage.clear();
  onTestFinished(openJobs('/users/1'));
  for (let id = 1; id <= 25; id += 1) {
    const status = { delayed_job_status_resource: `/delayed_job_statuses/${id}`, message: '', user: '' };
    const job = begin(status, { title: `Delete group ${id}`, changes: [] }, id);
    putJob(id === 2 ? job : { ...job, phase: 'done' });
  }
  const screen = await renderInConsole(<JobPanel onClose={() => undefined} />);
  const cards = screen.getByRole('listitem');
  await expect.element(cards.first()).toHaveAccessibleName('Delete group 25');
  expect(cards.elements()).toHaveLength(20);
  await expect.element(cards.nth(18)).toHaveAccessibleName('Delete group 7');
  await expect.element(cards.last()).toHaveAccessibleName('Delete group 2');
  await expect
    .element(screen.getByRole('link', { name: 'Show all 25 jobs' }))
    .toHaveAttribute('href', '/jobs');
});
