import type { JobStatus } from '../../../contract/jobs.ts';
import { backOff } from '../../../contract/retry-after.ts';
import {
  firstWait,
  messageOf,
  unscheduled,
  type Pace,
  type TimelineEntry,
  type TrackedJob,
} from './tracked-job.ts';

/** The outcome of one check: the job's status, or why it's unknown. */
export type CheckResult =
  | { status: JobStatus }
  | { problem: number; reason: string; retryAfterSeconds?: number | undefined };

const activeWait = 2_000;
const maxWait = 10_000;
/** Of what a service may ask for. */
const maxAskedWait = 600_000;
/** About four minutes of failures in a row. */
export const maxRetries = 10;
const maxTimeline = 100;

/**
 * How long to wait before the next check: short at first, about two seconds while the message keeps changing, up to
 * ten once it doesn't.
 * @param random from 0 to 1: keeps many jobs from being checked in step
 */
export function nextWait(job: TrackedJob, pace: Pace, random: number): number | undefined {
  if (pace === 'off') return undefined;
  const jitter = 0.8 + random * 0.2;
  if (pace !== 'auto') return pace * 1000 * jitter;
  const unchangedWait = activeWait * 1.5 ** Math.max(0, job.unchanged - 2);
  return Math.min(firstWait * 1.6 ** job.checks, unchangedWait, maxWait) * jitter;
}

/** The job after a check. */
export function react(
  job: TrackedJob,
  result: CheckResult,
  now: number,
  pace: Pace,
  random: number,
): TrackedJob {
  if ('status' in result) return afterStatus(job, result.status, now, pace, random);
  const { problem, reason, retryAfterSeconds = 0 } = result;
  const checked = { ...unscheduled(job), checkedAt: now, checks: job.checks + 1, trouble: reason };
  if (problem === 404 || problem === 410) return { ...checked, phase: 'removed', endedAt: now, trouble: '' };
  if (problem === 401) return { ...checked, phase: 'signed-out' };
  const temporary = problem < 400 || problem === 408 || problem === 429 || problem >= 500;
  if (!temporary) return { ...checked, phase: 'refused' };
  const failures = job.failures + 1;
  if (failures > maxRetries) return { ...checked, phase: 'unreachable', failures };
  const wait = Math.max(Math.min(retryAfterSeconds * 1000, maxAskedWait), backOff(failures));
  return { ...checked, failures, ...(pace === 'off' ? {} : { nextAt: now + wait * (0.8 + random * 0.2) }) };
}

function afterStatus(
  job: TrackedJob,
  status: JobStatus,
  now: number,
  pace: Pace,
  random: number,
): TrackedJob {
  const changed = status.message !== messageOf(job) && (status.message !== '' || status.finished);
  const checked: TrackedJob = {
    ...unscheduled(job),
    user: status.user || job.user,
    timeline: changed ? added(job.timeline, { at: now, message: status.message }) : job.timeline,
    checkedAt: now,
    checks: job.checks + 1,
    unchanged: changed ? 0 : job.unchanged + 1,
    failures: 0,
    trouble: '',
    phase: 'running',
  };
  if (status.finished) return { ...checked, phase: status.failed ? 'failed' : 'done', endedAt: now };
  const wait = nextWait(checked, pace, random);
  return wait === undefined ? checked : { ...checked, nextAt: now + wait };
}

/** Explains why a job's outcome is unknown. */
export function whyUnknown({ timeline, user }: TrackedJob): string {
  return timeline.length > 0 || user !== ''
    ? 'The job has ended, but the service removed its status before the outcome was read.'
    : "The service doesn't have this job's status: it was removed, or the job isn't yours.";
}

/** Keeps the first message and the latest ones. */
function added(timeline: readonly TimelineEntry[], entry: TimelineEntry): readonly TimelineEntry[] {
  const all = [...timeline, entry];
  return all.length <= maxTimeline ? all : [...all.slice(0, 1), ...all.slice(2)];
}

/** The job after the check interval was changed. */
export function rescheduled(job: TrackedJob, pace: Pace, now: number): TrackedJob {
  return pace === 'off' ? unscheduled(job) : { ...job, nextAt: Math.min(job.nextAt ?? now, now + 1000) };
}
