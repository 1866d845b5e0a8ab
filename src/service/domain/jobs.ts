import { limits } from '../../contract/limits.ts';
import { jobStatusPath, type JobStatus } from '../../contract/jobs.ts';
import type { Caller } from './access/caller.ts';
import type { JobRow, Stores } from './ports.ts';
import { notFound, Problem } from './problem.ts';

/** A stored job as the document's status record. */
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
 * Stores work to be done in the background.
 * @throws Problem 429 where the caller has too many unfinished jobs: those of others get their turn
 */
export async function enqueueJob(
  stores: Stores,
  caller: Caller,
  kind: string,
  payload: object,
  message: string,
): Promise<JobRow> {
  const row = await stores.jobs.enqueue(caller.userId, kind, payload, message, limits.unfinishedJobs);
  if (!row) {
    throw new Problem(
      429,
      [`${limits.unfinishedJobs} jobs of yours have not finished: wait until some have`],
      {
        'Retry-After': '10',
      },
    );
  }
  return row;
}

/** A job of the caller's own. @throws Problem 404 for another's as for none */
export async function getJob(stores: Stores, caller: Caller, id: number): Promise<JobRow> {
  const row = await stores.jobs.find(id);
  if (!row || row.user_id !== caller.userId) throw notFound(`Job status ${id}`);
  return row;
}

/** Removes the status of a finished job. @throws Problem 404, 409 while it runs */
export async function deleteJob(stores: Stores, caller: Caller, id: number): Promise<void> {
  const row = await getJob(stores, caller, id);
  if (!row.finished) throw new Problem(409, ['the job has not finished: its status cannot be removed yet']);
  await stores.jobs.delete(id);
}
