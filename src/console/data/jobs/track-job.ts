import { jobsEndpoints } from '../../../contract/endpoints/jobs.ts';
import { jobIdOf, type JobStatus } from '../../../contract/jobs.ts';
import { call } from '../service/call.ts';
import { isStatus } from '../../../client/errors.ts';
import { notify } from '../notifications/notify.ts';
import { msg } from '../../lib/text.ts';
import { announceStart } from './announce.ts';
import { announceEnd, dropJob, getJobs, putJob } from './job-store.ts';
import { getJobSettings } from './settings.ts';
import { begin, checkNow, unscheduled, type JobRequest } from './tracked-job.ts';

/** After so long, a job that can't be followed counts as ended, so that pages show what it has changed by then. */
const unseenMilliseconds = 2_000;

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
    setTimeout(() => announceEnd({ ...job, phase: 'removed' }), unseenMilliseconds);
    return;
  }
  putJob(getJobSettings().pace === 'off' ? unscheduled(job) : job);
  announceStart(job);
}

/**
 * Follows a job by its path. What it changes is unknown, so every query is invalidated when it has ended. A job that's
 * already in the list is checked immediately.
 */
export function followJob(path: string): void {
  const now = Date.now();
  const known = getJobs().find((job) => job.path === path);
  const unseen = { delayed_job_status_resource: path, message: '', user: '' };
  putJob(known ? checkNow(known, now) : begin(unseen, { title: `Job ${jobIdOf(path)}`, changes: [] }, now));
}

/** Removes a job that hasn't ended from the list, which unlocks what it changes, and offers to undo that. */
export function stopFollowing(path: string): void {
  const job = getJobs().find((candidate) => candidate.path === path);
  if (!job) return;
  dropJob(path);
  notify.success(msg`No longer following ${job.title}`, 'The job continues in the service.', {
    undo: {
      run: async () => putJob(checkNow(job, Date.now())),
      failure: msg`Couldn't follow ${job.title}`,
    },
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
