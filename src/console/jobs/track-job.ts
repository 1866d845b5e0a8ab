import { useSyncExternalStore } from 'react';
import { endpoints } from '../../contract/endpoints.ts';
import { type JobStatus } from '../../contract/jobs.ts';
import { call } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { notify } from '../notifications/notify.ts';

/** A background job that this tab saw start. */
export interface TrackedJob {
  path: string;
  /** What was asked for, in words. */
  title: string;
  status: JobStatus;
  /** The status was removed at the service: the job has ended, its outcome is not known. */
  removed: boolean;
  startedAt: Date;
}

const firstWait = 300;
const longestWait = 5_000;
const passing = new Set([401, 408, 429]);
let jobs: readonly TrackedJob[] = [];
const listeners = new Set<() => void>();

/** The jobs of this tab, latest first. */
export function useJobs(): readonly TrackedJob[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => jobs,
  );
}

/**
 * Follows a job to its end and tells the outcome.
 * @param status the status that the request was answered with
 * @param title what was asked for, such as "Delete Acme and 12 groups below it"
 * @param onEnd called once, whatever the outcome
 */
export function trackJob(status: JobStatus, title: string, onEnd: () => void): void {
  const path = status.delayed_job_status_resource;
  jobs = [{ path, title, status, removed: false, startedAt: new Date() }, ...jobs];
  publish();
  void follow(path, title, onEnd);
}

async function follow(path: string, title: string, onEnd: () => void): Promise<void> {
  const id = Number(path.split('/').at(-1));
  for (let wait = firstWait; ; wait = Math.min(wait * 1.6, longestWait)) {
    // Jitter keeps many jobs from asking in step.
    await new Promise((resolve) => setTimeout(resolve, wait * (0.8 + Math.random() * 0.4)));
    try {
      const { body } = await call(endpoints.getJobStatus, { params: { id } });
      change(path, { status: body });
      if (!body.finished) continue;
      if (body.failed) notify.error(`${title}: failed`, new Error(body.message));
      else notify.success(`${title}: done`, body.message);
      break;
    } catch (error) {
      if (isPassing(error)) continue;
      // A missing status is an end: services remove statuses of finished jobs after a time.
      change(path, { removed: true });
      notify.error(`${title}: outcome not known`, error);
      break;
    }
  }
  onEnd();
}

/** Whether asking again may help: no network, a session to be renewed, too many requests, a fault of the service. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status < 400 || error.status >= 500 || passing.has(error.status))
  );
}

function change(path: string, values: Partial<TrackedJob>): void {
  jobs = jobs.map((job) => (job.path === path ? { ...job, ...values } : job));
  publish();
}

function publish(): void {
  for (const listener of listeners) listener();
}
