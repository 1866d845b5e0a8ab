import { describe, expect, it } from 'vitest';
import type { JobStatus } from '../../../contract/jobs.ts';
import { jobRecord, trackedJob } from '../../../testing/setups/console-records.ts';
import {
  begin,
  checkNow,
  isEnded,
  messageOf,
  nextCheck,
  react,
  whyUnknown,
  type Pace,
  type TrackedJob,
} from './tracked-job.ts';

const status = (message: string, values: Partial<JobStatus> = {}): JobStatus => ({
  ...jobRecord(7, message),
  finished: false,
  failed: false,
  ...values,
});
const start = (message = 'Waiting') =>
  begin(status(message), { title: 'Delete Acme', changes: ['groups'] }, 1000);
const checked = (job: TrackedJob, current: JobStatus, now = 2000) => react(job, { status: current }, now);
const problem = (job: TrackedJob, code: number, retryAfterSeconds?: number) =>
  react(job, { problem: code, reason: 'because', retryAfterSeconds }, 2000);
/** How long to wait after the last check. */
const waitOf = (job: TrackedJob, pace: Pace = 'auto') =>
  (nextCheck(job, pace) ?? Number.NaN) - (job.checkedAt ?? job.startedAt);
const repeat = (times: number, job: TrackedJob, step: (job: TrackedJob) => TrackedJob) =>
  Array.from({ length: times }).reduce<TrackedJob>(step, job);

describe('a tracked job', () => {
  it('is checked soon after it was started', () => {
    expect(start()).toMatchObject({ phase: 'running', timeline: [{ at: 1000, message: 'Waiting' }] });
    expect(nextCheck(start(), 'auto')).toBe(1300);
    expect(start('').timeline).toEqual([]);
  });

  it('keeps each distinct message with the time it was first seen', () => {
    let job = checked(start(), status('Deleted 1 of 9'), 2000);
    job = checked(job, status('Deleted 1 of 9'), 3000);
    job = checked(job, status('Deleted 9 of 9'), 4000);
    expect(job.timeline).toEqual([
      { at: 1000, message: 'Waiting' },
      { at: 2000, message: 'Deleted 1 of 9' },
      { at: 4000, message: 'Deleted 9 of 9' },
    ]);
    expect(messageOf(job)).toBe('Deleted 9 of 9');
    expect(job.checkedAt).toBe(4000);
  });

  it('keeps the first message and the latest ones when there are many', () => {
    let job = start('First');
    for (let index = 0; index < 500; index += 1) job = checked(job, status(`Step ${index}`));
    expect(job.timeline).toHaveLength(100);
    expect(job.timeline[0]?.message).toBe('First');
    expect(messageOf(job)).toBe('Step 499');
  });

  it.each([
    [false, 'done'],
    [true, 'failed'],
  ])('ends when it has finished (failed: %s)', (failed, phase) => {
    const job = checked(start(), status('The end', { finished: true, failed }), 5000);
    expect(job).toMatchObject({ phase, endedAt: 5000 });
    expect(nextCheck(job, 'auto')).toBeUndefined();
    expect(isEnded(job)).toBe(true);
    expect(checkNow(job)).toBe(job);
  });

  it.each([false, true])("doesn't end with the message before, if it has none (failed: %s)", (failed) => {
    const end = status('', { finished: true, failed });
    expect(messageOf(checked(start('Queued'), end))).toBe('');
    expect(checked(start(''), end).timeline).toEqual([]);
  });

  it.each([404, 410])('has ended when the service responds %s', (code) => {
    const job = problem(start(), code);
    expect(job).toMatchObject({ phase: 'removed', endedAt: 2000, trouble: '' });
    expect(isEnded(job)).toBe(true);
  });

  it('is called removed only if it was known to exist', () => {
    expect(whyUnknown(problem(start(), 404))).toMatch(/^The job has ended/);
    expect(whyUnknown(trackedJob(7))).toMatch(/^The service doesn't have this job's status/);
  });

  it('keeps its latest message when a status has none', () => {
    const job = checked(start(), status(''));
    expect(messageOf(job)).toBe('Waiting');
    expect(job.unchanged).toBe(1);
  });

  it('waits for a sign-in after a 401 and then continues', () => {
    const job = problem(start(), 401);
    expect(job.phase).toBe('signed-out');
    expect(nextCheck(job, 'auto')).toBeUndefined();
    expect(checkNow(job)).toMatchObject({ phase: 'running', trouble: '' });
    expect(nextCheck(checkNow(job), 'auto')).toBe(0);
    expect(waitOf(checked(checkNow(job), status('Going on')))).toBe(768);
  });

  it.each([400, 403, 405])('stops checking after a %s and keeps the reason', (code) => {
    expect(problem(start(), code)).toMatchObject({ phase: 'refused', trouble: 'because' });
    expect(nextCheck(problem(start(), code), 'auto')).toBeUndefined();
  });

  it.each([0, 408, 429, 500, 502, 503])('retries after a %s, with growing waits', (code) => {
    const once = problem(start(), code);
    const twice = problem(once, code);
    expect(once).toMatchObject({ phase: 'running', failures: 1, trouble: 'because' });
    expect([once, twice].map((job) => waitOf(job))).toEqual([1000, 2000]);
    expect(checked(twice, status('Going on'))).toMatchObject({ failures: 0, trouble: '' });
  });

  it('gives up after ten failures in a row until the user checks it', () => {
    const tried = repeat(10, start(), (job) => problem(job, 502));
    expect(tried.phase).toBe('running');
    expect(waitOf(tried)).toBe(30_000);
    const given = problem(tried, 502);
    expect(given).toMatchObject({ phase: 'unreachable', trouble: 'because' });
    expect(isEnded(given)).toBe(false);
    expect(checkNow(given)).toMatchObject({ phase: 'running', failures: 0 });
  });
});

describe('the wait between checks', () => {
  it('grows from a third of a second to ten seconds while nothing changes', () => {
    const waits: number[] = [];
    repeat(14, start(), (job) => {
      waits.push(waitOf(job));
      return checked(job, status('Waiting'));
    });
    expect(waits[0]).toBe(300);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBe(10_000);
  });

  it('stays at two seconds while the message keeps changing', () => {
    let step = 0;
    const job = repeat(50, start(), (before) => checked(before, status(`Step ${(step += 1)}`)));
    expect(waitOf(job)).toBe(2000);
  });

  it('can be fixed, and turned off', () => {
    const job = checked(start(), status('Going on'));
    expect(waitOf(job, 30)).toBe(30_000);
    for (const each of [start(), job, problem(job, 502)]) expect(nextCheck(each, 'off')).toBeUndefined();
    expect(nextCheck(checkNow(job), 'off')).toBe(0);
  });
});
