import type { JobStatus } from '../../../contract/jobs.ts';

/**
 * The state of a tracked job. `removed`: the service no longer has its status, so it has ended with an unknown outcome.
 * `signed-out`: waits for a sign-in. `refused` and `unreachable`: not checked until the user asks for it.
 */
export type JobPhase = 'running' | 'done' | 'failed' | 'removed' | 'signed-out' | 'refused' | 'unreachable';

/** A job's message and when it was first seen. */
export interface TimelineEntry {
  at: number;
  message: string;
}

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
  timeline: readonly TimelineEntry[];
  /** Why it isn't being checked, or why the last check failed. */
  trouble: string;
  startedAt: number;
  checkedAt?: number;
  endedAt?: number;
  /** When to check it next; absent if it won't be checked. */
  nextAt?: number;
  checks: number;
  /** Checks in a row without a new message. */
  unchanged: number;
  /** Checks in a row that failed. */
  failures: number;
  /** The status was deleted from the service after it was read. */
  cleared?: boolean;
}

/** How often to check: automatically, never, or every so many seconds. */
export type Pace = 'auto' | 'off' | number;

/** Before the first check, in milliseconds. */
export const firstWait = 300;

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
    nextAt: now + firstWait,
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
export function checkNow(job: TrackedJob, now: number): TrackedJob {
  if (isEnded(job)) return job;
  return { ...job, phase: 'running', trouble: '', failures: 0, unchanged: 0, nextAt: now };
}

/** The job, not to be checked until the user asks for it. */
export function unscheduled(job: TrackedJob): TrackedJob {
  const { nextAt: _, ...rest } = job;
  return rest;
}
