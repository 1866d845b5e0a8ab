import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { openJobs, putJob } from '../../data/jobs/job-store.ts';
import { begin, type JobPhase } from '../../data/jobs/tracked-job.ts';
import { JobsPage } from './jobs-page.tsx';

it('shows what jobs are doing, and why they failed or their outcome is unknown', async () => {
  await page.viewport(1280, 800);
  localStorage.clear();
  openJobs('/users/1');
  const put = (id: number, title: string, phase: JobPhase, message: string) => {
    const status = { delayed_job_status_resource: `/delayed_job_statuses/${id}`, message, user: '' };
    putJob({ ...begin(status, { title, changes: [] }, id), phase });
  };
  put(1, 'Create Slow', 'running', 'Step 3 of 20');
  put(2, 'Create Failing', 'failed', 'Failed at step 3 of 20');
  put(3, 'Create Vanishing', 'removed', 'Step 1 of 20');
  const screen = await renderInConsole(<JobsPage recorded={null} />);
  const job = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
  await expect.element(job('Slow')).toHaveTextContent(/Step 3 of 20.*Running/);
  await expect.element(job('Slow').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '15');
  await expect.element(job('Failing')).toHaveTextContent(/Failed at step 3 of 20.*Failed/);
  await expect
    .element(job('Vanishing'))
    .toHaveTextContent(/removed its status before the outcome was read.*Unknown/);
  for (const name of ['Failing', 'Vanishing'])
    await expect.element(job(name).getByRole('progressbar')).not.toBeInTheDocument();
});
