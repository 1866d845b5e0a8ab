import { describe, expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { trackedJob } from '../../../testing/setups/console-records.ts';
import { getJobs, openJobs, putJob, useLocks } from './job-store.ts';
import { LockNotice } from './record-lock.tsx';
import type { JobPhase, Pace } from './tracked-job.ts';

const record = '/users/7';

function Notice() {
  const lock = useLocks().get(record);
  return lock ? <LockNotice lock={lock} /> : <p>Unlocked</p>;
}

/** Renders the notice of a record that a job is deleting. */
async function noticeOf(phase: JobPhase, pace: Pace = 'auto') {
  localStorage.setItem('palisade-job-settings', JSON.stringify({ pace }));
  dispatchEvent(new StorageEvent('storage', { key: 'palisade-job-settings' }));
  openJobs('/users/1');
  putJob(trackedJob(1, { affects: { path: record, doing: 'deleting' }, phase }));
  return renderInConsole(<Notice />);
}

describe('the lock of a record', () => {
  it.each([
    ['running', 'off'],
    ['signed-out', 'auto'],
    ['refused', 'auto'],
    ['unreachable', 'auto'],
  ] as const)('stays if the job is not being checked any longer: %s %s', async (phase, pace) => {
    const screen = await noticeOf(phase, pace);
    await expect.element(screen.getByRole('status')).toHaveTextContent("The job isn't being checked.");
    await screen.getByRole('button', { name: 'Check now' }).click();
    await expect.element(screen.getByRole('status')).not.toHaveTextContent("isn't being checked");
    expect(getJobs()).toMatchObject([{ phase: 'running', asked: true }]);
  });

  it.each(['refused', 'unreachable'] as const)(
    'is given up with a job that is not checked: %s',
    async (phase) => {
      const screen = await noticeOf(phase);
      await screen.getByRole('button', { name: 'Stop following' }).click();
      await expect.element(screen.getByText('Unlocked')).toBeVisible();
      expect(getJobs()).toEqual([]);
    },
  );

  it.each(['done', 'failed', 'removed'] as const)('ends with the job: %s', async (phase) => {
    const screen = await noticeOf(phase);
    await expect.element(screen.getByText('Unlocked')).toBeVisible();
  });
});
