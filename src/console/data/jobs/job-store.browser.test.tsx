import { expect, it } from 'vitest';
import { trackedJob } from '../../../testing/setups/console-records.ts';
import { getJobs, openJobs, putJob } from './job-store.ts';
import { getJobSettings } from './settings.ts';

it('keeps the jobs of each user separate', () => {
  openJobs('/users/10');
  const job = trackedJob(1);
  putJob(job);
  expect(getJobs()).toEqual([job]);
  openJobs('/users/1');
  expect(getJobs()).toEqual([]);
  openJobs('/users/10');
  expect(getJobs()).toEqual([job]);
});

it('has default settings if something else is stored', () => {
  const key = 'palisade-job-settings';
  for (const stored of [{ pace: 'off' }, []]) {
    localStorage.setItem(key, JSON.stringify(stored));
    dispatchEvent(new StorageEvent('storage', { key }));
  }
  expect(getJobSettings()).toEqual({ pace: 'auto', removeRead: false, quiet: false });
});
