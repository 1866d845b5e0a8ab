import { expect, it } from 'vitest';
import { jobPathIn } from '../../../contract/jobs.ts';
import { trackedJob } from '../../../testing/setups/console-records.ts';
import { durationOf, progressOf, stalledFor } from './progress.ts';

it.each([
  ['Deleted 1,200 of 5,000 groups', 0.24],
  ['Deleted 0 of 31 groups', 0],
  ['3/4', 0.75],
  ["1'000 of 10'000", 0.1],
  ['45 %', 0.45],
  ['12.5% done', 0.125],
  ['Step 100%', 1],
  ['Waiting', undefined],
  ['Deleted 9 of 3 groups', undefined],
  ['Deleted 0 of 0 groups', undefined],
  ['250 %', undefined],
  ['one of many', undefined],
])('progressOf reads “%s” as %s', (message, share) => {
  expect(progressOf(message)).toBe(share);
});

it('stalledFor counts a running job as stalled after two minutes of checks without a new message', () => {
  const timeline = [{ at: 0, message: 'Waiting' }];
  const job = trackedJob(1, { timeline, checkedAt: 120_000 });
  expect(stalledFor(job)).toBe(120_000);
  expect(stalledFor({ ...job, checkedAt: 119_999 })).toBeUndefined();
  expect(stalledFor(trackedJob(1))).toBeUndefined();
  expect(stalledFor(trackedJob(1, { checkedAt: 180_000 }))).toBe(180_000);
  expect(stalledFor({ ...job, phase: 'done' })).toBeUndefined();
});

it.each([
  [-5, '0 s'],
  [12_400, '12 s'],
  [60_000, '1 min'],
  [200_000, '3 min 20 s'],
  [3_600_000, '1 h'],
  [3_900_000, '1 h 5 min'],
])('durationOf %d ms', (milliseconds, text) => {
  expect(durationOf(milliseconds)).toBe(text);
});

it.each([
  ['/delayed_job_statuses/12', '/delayed_job_statuses/12'],
  [' 12 ', '/delayed_job_statuses/12'],
  ['https://service.example/base/delayed_job_statuses/12', '/delayed_job_statuses/12'],
  ['/api/delayed_job_statuses/12/', '/delayed_job_statuses/12'],
  ['delayed_job_statuses/5f0c-9?verbose=1', '/delayed_job_statuses/5f0c-9'],
  ['/groups/12', undefined],
  ['/delayed_job_statuses/', undefined],
  ['/delayed_job_statuses/1/2', undefined],
  ['/delayed_job_statuses/<script>', undefined],
  ['/delayed_job_statuses/..', undefined],
  ['', undefined],
])('jobPathIn %j', (text, path) => {
  expect(jobPathIn(text)).toBe(path);
});
