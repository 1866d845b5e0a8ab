import { expect, it } from 'vitest';
import { getJobs, openJobs, putJob } from './job-store.ts';
import { getJobSettings } from './settings.ts';
import { begin } from './tracked-job.ts';

it('keeps the jobs of each user separate', () => {
  const path = '/delayed_job_statuses/1';
  openJobs('/users/10');
  putJob(
    begin({ delayed_job_status_resource: path, message: '', user: '' }, { title: 'Job', changes: [] }, 0),
  );
  expect(getJobs()).toMatchObject([{ path }]);
  openJobs('/users/1');
  expect(getJobs()).toEqual([]);
  openJobs('/users/10');
  expect(getJobs()).toMatchObject([{ path }]);
});

it('has default settings if something else is stored', () => {
  const key = 'palisade-job-settings';
  for (const stored of [{ pace: 'off' }, []]) {
    localStorage.setItem(key, JSON.stringify(stored));
    dispatchEvent(new StorageEvent('storage', { key }));
  }
  expect(getJobSettings()).toEqual({ pace: 'auto', removeRead: false, quiet: false });
});
