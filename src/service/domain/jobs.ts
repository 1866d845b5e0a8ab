import { limits } from '../../contract/limits.ts';
import { isConfiguration } from '../../contract/activity/changes.ts';
import { jobStatusPath, type JobStatus } from '../../contract/jobs.ts';
import type { Acting } from './access/caller.ts';
import type { Author } from './activity/activity-ports.ts';
import type { ClaimedJob, JobRow } from './ports.ts';
import { notFound, Problem } from './problem.ts';

export function jobStatusRecord(row: JobRow): JobStatus {
  return {
    delayed_job_status_resource: jobStatusPath(row.id),
    message: row.message,
    finished: row.finished,
    failed: row.failed,
    user: row.login,
  };
}

/**
 * Queues a background job.
 * @throws Problem 429 if the caller has too many unfinished jobs, so that no user can block the others
 */
export async function enqueueJob(
  { stores, caller }: Acting,
  kind: string,
  payload: object,
  message: string,
): Promise<JobRow> {
  const { userId, requestId, via } = caller;
  // The job's changes are the file's.
  const origin = isConfiguration(via) ? { requestId, via } : { requestId };
  const row = await stores.jobs.enqueue(
    userId,
    kind,
    { ...payload, ...origin },
    message,
    limits.unfinishedJobs,
  );
  if (!row)
    throw new Problem(
      429,
      [`you have ${limits.unfinishedJobs} unfinished jobs: wait until some have finished`],
      { 'Retry-After': '10' },
    );
  return row;
}

/** How a job's changes are made and which request started it, for the log of changes. */
export function originOf({
  id,
  payload,
}: Pick<ClaimedJob, 'id' | 'payload'>): Pick<Author, 'via' | 'requestId'> {
  const { requestId, via = `job ${jobStatusPath(id)}` } = payload as { requestId?: string; via?: string };
  return { via, requestId };
}

/** One of the caller's own jobs. @throws Problem 404, also for other users' jobs */
export async function getJob({ stores, caller }: Acting, id: number): Promise<JobRow> {
  const row = await stores.jobs.find(id);
  if (!row || row.user_id !== caller.userId) throw notFound(`Job status ${id}`);
  return row;
}

/** Deletes a finished job's status. @throws Problem 404, 409 if it hasn't finished */
export async function deleteJob(acting: Acting, id: number): Promise<void> {
  const row = await getJob(acting, id);
  if (!row.finished) throw new Problem(409, ["the job hasn't finished yet: its status can't be deleted"]);
  await acting.stores.jobs.delete(id);
}
