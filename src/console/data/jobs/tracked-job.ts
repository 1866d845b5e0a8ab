import type { JobStatus } from '../../../contract/jobs.ts';
import { backOff } from '../../../contract/retry-after.ts';

/**
 * The state of a tracked job. `removed`: the service no longer has its status, so it has ended with an unknown outcome.
 * `signed-out`: waits for a sign-in. `refused` and `unreachable`: not checked until the user asks for it.
 */
export type JobPhase = 'running' | 'done' | 'failed' | 'removed' | 'signed-out' | 'refused' | 'unreachable';

/** What a job was started for. */
export interface JobRequest {
  /** What was requested: "Deleting Acme and 12 subgroups". */
  title: string;
  /** First parts of the query keys whose data it changes; empty if unknown. */
  changes: readonly string[];
  /** The record that it changes, which is locked until it has ended. */
  affects?: { path: string; doing: 'deleting' | 'changing' };
  /** The draft that it saves, which stays until it has completed. */
  draft?: string | undefined;
}

/** A job as this browser knows it. Times are in milliseconds since 1970. */
export interface TrackedJob extends JobRequest {
  path: string;
  phase: JobPhase;
  /** The login of the user who started it; empty if unknown. */
  user: string;
  /** Its messages, and when each was first seen. */
  timeline: readonly { at: number; message: string }[];
  /** Why it isn't being checked, or why the last check failed. */
  trouble: string;
  startedAt: number;
  checkedAt?: number;
  endedAt?: number;
  /** To be checked immediately, because the user asked for it. */
  asked?: boolean;
  checks: number;
  /** Checks in a row without a new message. */
  unchanged: number;
  /** Checks in a row that failed. */
  failures: number;
  /** How long the service asked to wait after the last check that failed, in milliseconds. */
  retryAfter?: number;
  /** The status was deleted from the service after it was read. */
  cleared?: boolean;
}

/** How often to check: automatically, never, or every so many seconds. */
export type Pace = 'auto' | 'off' | number;

/** The outcome of one check: the job's status, or why it's unknown. */
export type CheckResult =
  | { status: JobStatus }
  | { problem: number; reason: string; retryAfterSeconds?: number | undefined };

const firstWait = 300;
const activeWait = 2_000;
const maxWait = 10_000;
/** Of what a service may ask for. */
const maxAskedWait = 600_000;
/** About four minutes of failures in a row. */
export const maxRetries = 10;
const maxTimeline = 100;

/** A job that has just been accepted. */
export function begin(
  status: Pick<JobStatus, 'delayed_job_status_resource' | 'message' | 'user'>,
  request: JobRequest,
  now: number,
): TrackedJob {
  return {
    ...request,
    path: status.delayed_job_status_resource,
    phase: 'running',
    user: status.user,
    timeline: status.message === '' ? [] : [{ at: now, message: status.message }],
    trouble: '',
    startedAt: now,
    checks: 0,
    unchanged: 0,
    failures: 0,
  };
}

/** Whether the job is over. */
export function isEnded({ phase }: TrackedJob): boolean {
  return phase === 'done' || phase === 'failed' || phase === 'removed';
}

/** Whether the job is still being followed. */
export function isRunning({ phase }: TrackedJob): boolean {
  return phase === 'running' || phase === 'signed-out';
}

/** The latest message; empty before the first. */
export function messageOf(job: TrackedJob): string {
  return job.timeline.at(-1)?.message ?? '';
}

/** The job, to be checked immediately, even if checking had stopped or was delayed. */
export function checkNow(job: TrackedJob): TrackedJob {
  if (isEnded(job)) return job;
  return { ...job, phase: 'running', trouble: '', failures: 0, unchanged: 0, asked: true };
}

/**
 * When to check a job next; undefined if it won't be checked. Automatically, that's soon at first, about every two seconds
 * while the message keeps changing, and up to ten once it doesn't.
 */
export function nextCheck(job: TrackedJob, pace: Pace): number | undefined {
  const { phase, asked, startedAt, checkedAt = startedAt, checks, unchanged, failures, retryAfter = 0 } = job;
  if (phase !== 'running') return undefined;
  if (asked) return 0;
  if (pace === 'off') return undefined;
  if (failures > 0) return checkedAt + Math.max(retryAfter, backOff(failures));
  if (pace !== 'auto') return checkedAt + pace * 1000;
  const unchangedWait = activeWait * 1.5 ** Math.max(0, unchanged - 2);
  return checkedAt + Math.min(firstWait * 1.6 ** checks, unchangedWait, maxWait);
}

/** The job after a check. */
export function react(job: TrackedJob, result: CheckResult, now: number): TrackedJob {
  const checked = { ...job, checkedAt: now, checks: job.checks + 1, asked: false };
  if ('status' in result) return afterStatus(checked, result.status, now);
  const { problem, reason, retryAfterSeconds = 0 } = result;
  if (problem === 404 || problem === 410) return { ...checked, phase: 'removed', endedAt: now, trouble: '' };
  const failed = { ...checked, trouble: reason };
  if (problem === 401) return { ...failed, phase: 'signed-out' };
  const temporary = problem < 400 || problem === 408 || problem === 429 || problem >= 500;
  if (!temporary) return { ...failed, phase: 'refused' };
  const failures = job.failures + 1;
  if (failures > maxRetries) return { ...failed, phase: 'unreachable', failures };
  return { ...failed, failures, retryAfter: Math.min(retryAfterSeconds * 1000, maxAskedWait) };
}

function afterStatus(job: TrackedJob, status: JobStatus, now: number): TrackedJob {
  const { message, finished, failed, user } = status;
  const changed = message !== messageOf(job) && (message !== '' || finished);
  const checked: TrackedJob = {
    ...job,
    user: user || job.user,
    timeline: changed ? added(job.timeline, { at: now, message }) : job.timeline,
    unchanged: changed ? 0 : job.unchanged + 1,
    failures: 0,
    trouble: '',
  };
  return finished ? { ...checked, phase: failed ? 'failed' : 'done', endedAt: now } : checked;
}

/** Keeps the first message and the latest ones. */
function added(
  timeline: TrackedJob['timeline'],
  entry: TrackedJob['timeline'][number],
): TrackedJob['timeline'] {
  return [...timeline, entry].filter((_, index, { length }) => index === 0 || index > length - maxTimeline);
}

/** Explains why a job's outcome is unknown. */
export function whyUnknown({ timeline, user }: TrackedJob): string {
  return timeline.length > 0 || user !== ''
    ? 'The job has ended, but the service removed its status before the outcome was read.'
    : "The service doesn't have this job's status: it was removed, or the job isn't yours.";
}
