import { jobsEndpoints } from '../../../contract/endpoints/jobs.ts';
import { jobIdOf, type JobStatus } from '../../../contract/jobs.ts';
import { isStatus } from '../../../client/errors.ts';
import { msg } from '../../lib/text.ts';
import { queryClient } from '../../query-client.ts';
import { notify } from '../notifications/notify.ts';
import { call } from '../../api/exchange.ts';
import { announce } from './announce.ts';
import { dropJob, findJob, putJob } from './job-store.ts';
import { begin, checkNow, type JobRequest } from './tracked-job.ts';

/** After so long, a job that can't be followed counts as ended, so that pages show what it has changed by then. */
const unseenMilliseconds = 2_000;
/** Jobs that end together refresh the page once. */
const batchMilliseconds = 150;

/**
 * Follows a job to its end, in any tab and across reloads.
 * @param status the job status in the 202 response
 */
export function trackJob(status: JobStatus, request: JobRequest): void {
  const job = begin(status, request, Date.now());
  if (job.path === '') {
    notify.success(
      msg`${request.title}: accepted`,
      "The service is working on it, but doesn't say where to check its progress.",
    );
    setTimeout(() => refreshAfter(job), unseenMilliseconds);
    return;
  }
  putJob(job);
  announce(job);
}

/**
 * Follows a job by its path. What it changes is unknown, so every query is invalidated when it has ended. A job that's
 * already in the list is checked immediately.
 */
export function followJob(path: string): void {
  const unseen = { delayed_job_status_resource: path, message: '', user: '' };
  const request = { title: `Job ${jobIdOf(path)}`, changes: [] };
  putJob(checkNow(findJob(path) ?? begin(unseen, request, Date.now())));
}

/** Removes a job that hasn't ended from the list, which unlocks what it changes, and offers to undo that. */
export function stopFollowing(path: string): void {
  const job = findJob(path);
  if (!job) return;
  dropJob(path);
  notify.success(msg`No longer following ${job.title}`, 'The job continues in the service.', {
    undo: { run: async () => putJob(checkNow(job)), failure: msg`Couldn't follow ${job.title}` },
  });
}

/** Deletes a finished job's status from the service, if it still exists. @throws ApiError */
export async function removeStatus(path: string): Promise<void> {
  try {
    await call(jobsEndpoints.deleteJobStatus, { params: { id: jobIdOf(path) } });
  } catch (error) {
    if (!isStatus(error, 404) && !isStatus(error, 410)) throw error;
  }
}

let ended: JobRequest[] = [];

/** Soon refetches what a job has changed. */
export function refreshAfter(job: JobRequest): void {
  if (ended.push(job) === 1) setTimeout(refresh, batchMilliseconds);
}

function refresh(): void {
  const jobs = ended;
  ended = [];
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [first] }) =>
      jobs.some(({ changes }) => changes.length === 0 || changes.includes(String(first))),
  });
}
