import type { JobStatus } from '../../../contract/jobs.ts';

/**
 * Where a tracked job stands. `removed`: the service no longer has its status, so it has ended and its outcome is not
 * known. `signed-out`: waits for a sign-in. `refused` and `unreachable`: no longer asked for, until somebody wants to.
 */
export type JobPhase = 'running' | 'done' | 'failed' | 'removed' | 'signed-out' | 'refused' | 'unreachable';

/** A message of a job and when it was first seen. */
export interface TimelineEntry {
  at: number;
  message: string;
}

/** A background job as this browser knows it. Times are milliseconds since 1970. */
export interface TrackedJob {
  path: string;
  /** What was asked for, in words. */
  title: string;
  /** First parts of the query keys whose data it changes; none where that is not known. */
  changes: readonly string[];
  phase: JobPhase;
  /** Who started it, as far as the service has told. */
  user: string;
  timeline: readonly TimelineEntry[];
  /** Why it is not asked for, or why the last try failed. */
  trouble: string;
  startedAt: number;
  checkedAt?: number;
  endedAt?: number;
  /** When it is to be asked for; absent where it is not. */
  nextAt?: number;
  checks: number;
  /** Checks in a row that told nothing new. */
  unchanged: number;
  /** Checks in a row that failed. */
  failures: number;
  /** The status was removed from the service after it had been read. */
  cleared?: boolean;
}

/** How often to ask: by itself, never, or every so many seconds. */
export type Pace = 'auto' | 'off' | number;

/** The first wait. */
export const firstWait = 300;

/** A job that has just been asked for. */
export function begin(
  status: Pick<JobStatus, 'delayed_job_status_resource' | 'message' | 'user'>,
  title: string,
  changes: readonly string[],
  now: number,
): TrackedJob {
  return {
    path: status.delayed_job_status_resource,
    title,
    changes,
    phase: 'running',
    user: status.user,
    timeline: status.message === '' ? [] : [{ at: now, message: status.message }],
    trouble: '',
    startedAt: now,
    nextAt: now + firstWait,
    checks: 0,
    unchanged: 0,
    failures: 0,
  };
}

/** Whether nothing more will come. */
export function isEnded({ phase }: TrackedJob): boolean {
  return phase === 'done' || phase === 'failed' || phase === 'removed';
}

/** Whether it goes on, as far as is known; not where nobody asks any more. */
export function isRunning({ phase }: TrackedJob): boolean {
  return phase === 'running' || phase === 'signed-out';
}

/** The latest message; empty before the first. */
export function messageOf(job: TrackedJob): string {
  return job.timeline.at(-1)?.message ?? '';
}

/** The job, to be asked for at once: whatever had stopped or delayed it is forgotten. */
export function checkNow(job: TrackedJob, now: number): TrackedJob {
  if (isEnded(job)) return job;
  return { ...job, phase: 'running', trouble: '', failures: 0, unchanged: 0, nextAt: now };
}

/** The job, not to be asked for until somebody says so. */
export function unscheduled(job: TrackedJob): TrackedJob {
  const { nextAt: _, ...rest } = job;
  return rest;
}
