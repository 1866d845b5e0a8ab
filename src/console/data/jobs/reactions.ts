import type { JobStatus } from '../../../contract/jobs.ts';
import {
  firstWait,
  messageOf,
  unscheduled,
  type Pace,
  type TimelineEntry,
  type TrackedJob,
} from './tracked-job.ts';

/** What came of asking for a status. */
export type JobAnswer =
  { status: JobStatus } | { problem: number; reason: string; retryAfterSeconds?: number | undefined };

const lively = 2_000;
const longest = 10_000;
const longestRetry = 30_000;
/** About four minutes of failures in a row. */
export const retriesMost = 10;
const timelineMost = 100;

/**
 * How long to wait before the next check: short at first, about two seconds while the message keeps changing, up to
 * ten once it does not.
 * @param random from 0 to 1: keeps many jobs from asking in step
 */
export function waitOf(job: TrackedJob, pace: Pace, random: number): number | undefined {
  if (pace === 'off') return undefined;
  const jitter = 0.8 + random * 0.2;
  if (pace !== 'auto') return pace * 1000 * jitter;
  const patience = lively * 1.5 ** Math.max(0, job.unchanged - 2);
  return Math.min(firstWait * 1.6 ** job.checks, patience, longest) * jitter;
}

/** The job after an answer of the service, or after there was none. */
export function react(
  job: TrackedJob,
  answer: JobAnswer,
  now: number,
  pace: Pace,
  random: number,
): TrackedJob {
  if ('status' in answer) return afterStatus(job, answer.status, now, pace, random);
  const { problem, reason, retryAfterSeconds = 0 } = answer;
  const asked = { ...unscheduled(job), checkedAt: now, checks: job.checks + 1, trouble: reason };
  if (problem === 404 || problem === 410) return { ...asked, phase: 'removed', endedAt: now, trouble: '' };
  if (problem === 401) return { ...asked, phase: 'signed-out' };
  const passing = problem < 400 || problem === 408 || problem === 429 || problem >= 500;
  if (!passing) return { ...asked, phase: 'refused' };
  const failures = job.failures + 1;
  if (failures > retriesMost) return { ...asked, phase: 'unreachable', failures };
  const wait = Math.max(retryAfterSeconds * 1000, Math.min(500 * 2 ** failures, longestRetry));
  return { ...asked, failures, ...(pace === 'off' ? {} : { nextAt: now + wait * (0.8 + random * 0.2) }) };
}

function afterStatus(
  job: TrackedJob,
  status: JobStatus,
  now: number,
  pace: Pace,
  random: number,
): TrackedJob {
  const changed = status.message !== '' && status.message !== messageOf(job);
  const asked: TrackedJob = {
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
  if (status.finished) return { ...asked, phase: status.failed ? 'failed' : 'done', endedAt: now };
  const wait = waitOf(asked, pace, random);
  return wait === undefined ? asked : { ...asked, nextAt: now + wait };
}

/** Why the outcome of a job that was removed is not known. */
export function whyUnknown({ timeline, user }: TrackedJob): string {
  return timeline.length > 0 || user !== ''
    ? 'The service has removed its status: it has ended, and its outcome is not known here.'
    : 'The service has no such status for you: it has removed it, or it is not yours.';
}

/** The first message stays; of the others the latest do. */
function added(timeline: readonly TimelineEntry[], entry: TimelineEntry): readonly TimelineEntry[] {
  const all = [...timeline, entry];
  return all.length <= timelineMost ? all : [...all.slice(0, 1), ...all.slice(2)];
}

/** The job under another pace: asked for from now on, or no longer. */
export function repaced(job: TrackedJob, pace: Pace, now: number): TrackedJob {
  return pace === 'off' ? unscheduled(job) : { ...job, nextAt: Math.min(job.nextAt ?? now, now + 1000) };
}
