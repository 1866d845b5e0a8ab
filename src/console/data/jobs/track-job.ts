import { jobIdOf, type JobStatus } from '../../../contract/jobs.ts';
import { notify } from '../notifications/notify.ts';
import { getJobs, putJob } from './job-store.ts';
import { getJobSettings } from './settings.ts';
import { begin, checkNow, unscheduled } from './tracked-job.ts';

/**
 * Follows a job to its end, in this tab or another, across reloads.
 * @param status the status that the request was answered with
 * @param title what was asked for, such as "Delete Acme and 12 groups below it"
 * @param changes first parts of the query keys whose data the job changes: they are read again when it has ended
 */
export function trackJob(status: JobStatus, title: string, changes: readonly string[]): void {
  if (status.delayed_job_status_resource === '') {
    notify.success(
      `${title}: accepted`,
      'The service goes on with it, but does not say where to ask how far it is.',
    );
    return;
  }
  const job = begin(status, title, changes, Date.now());
  putJob(getJobSettings().pace === 'off' ? unscheduled(job) : job);
}

/**
 * Follows a job by its path alone; everything is read again when it has ended, because nobody knows what it changes. One
 * that is known already is asked for at once.
 */
export function followJob(path: string): void {
  const now = Date.now();
  const known = getJobs().find((job) => job.path === path);
  const unseen = { delayed_job_status_resource: path, message: '', user: '' };
  putJob(known ? checkNow(known, now) : begin(unseen, `Job ${jobIdOf(path)}`, [], now));
}
