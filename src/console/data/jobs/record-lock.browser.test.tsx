import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { getJobs, openJobs, putJob } from './job-store.ts';
import { useLocks } from './locks.ts';
import { LockNotice } from './record-lock.tsx';
import { begin, unscheduled, type JobPhase } from './tracked-job.ts';

const path = '/delayed_jobs/1';
const record = '/users/7';

function Notice() {
  const lock = useLocks().get(record);
  return lock ? <LockNotice lock={lock} /> : <p>Unlocked</p>;
}

/** Renders the notice of a record that a job is deleting. */
async function noticeOf(phase: JobPhase, checked: boolean) {
  onTestFinished(openJobs('/users/1'));
  const status = { delayed_job_status_resource: path, message: '', user: '' };
  const affects = { path: record, doing: 'deleting' } as const;
  const job = { ...begin(status, { title: 'Delete Ada', changes: [], affects }, 0), phase };
  putJob(checked ? job : unscheduled(job));
  return renderInConsole(<Notice />);
}

describe('the lock of a record', () => {
  beforeEach(() => localStorage.clear());

  it('says what the job does', async () => {
    const screen = await noticeOf('running', true);
    await expect
      .element(screen.getByRole('status'))
      .toHaveTextContent(/^This is being deleted.*changed. View job$/);
  });

  it.each(['running', 'signed-out', 'refused', 'unreachable'] as const)(
    'stays if the job is not being checked any longer: %s',
    async (phase) => {
      const screen = await noticeOf(phase, false);
      await expect.element(screen.getByRole('status')).toHaveTextContent("The job isn't being checked.");
      await screen.getByRole('button', { name: 'Check now' }).click();
      await expect.element(screen.getByRole('status')).not.toHaveTextContent("isn't being checked");
      expect(getJobs()).toMatchObject([{ phase: 'running', nextAt: expect.any(Number) }]);
    },
  );

  it.each(['refused', 'unreachable'] as const)(
    'is given up with a job that is not checked: %s',
    async (phase) => {
      const screen = await noticeOf(phase, false);
      await screen.getByRole('button', { name: 'Stop following' }).click();
      await expect.element(screen.getByText('Unlocked')).toBeVisible();
      expect(getJobs()).toEqual([]);
    },
  );

  it('stays while its job is checked', async () => {
    const screen = await noticeOf('running', true);
    await expect.element(screen.getByRole('button', { name: 'Check now' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Stop following' })).not.toBeInTheDocument();
  });

  it.each(['done', 'failed', 'removed'] as const)('ends with the job: %s', async (phase) => {
    const screen = await noticeOf(phase, false);
    await expect.element(screen.getByText('Unlocked')).toBeVisible();
  });
});
