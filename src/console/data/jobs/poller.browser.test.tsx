import { expect, it, onTestFinished, vi } from 'vitest';
import { openJobs, putJob } from './job-store.ts';
import { startPolling } from './poller.ts';
import { begin } from './tracked-job.ts';

it("doesn't keep the session alive", async () => {
  localStorage.clear();
  onTestFinished(openJobs('/users/1'));
  const fetch = vi.fn<(...call: unknown[]) => Promise<never>>(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  const status = { delayed_job_status_resource: '/delayed_job_statuses/1', message: '', user: '' };
  putJob(begin(status, { title: 'Delete Ada', changes: [] }, 0));
  onTestFinished(startPolling('/users/1'));
  await expect
    .poll(() => fetch.mock.calls, { timeout: 10_000 })
    .toContainEqual([
      '/api/delayed_job_statuses/1',
      expect.objectContaining({ headers: expect.objectContaining({ Prefer: 'no-session-renewal' }) }),
    ]);
});
