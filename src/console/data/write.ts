import type { JobStatus } from '../../contract/jobs.ts';
import { trackJob } from './jobs/track-job.ts';
import type { JobRequest } from './jobs/tracked-job.ts';

/** The result of a write: the record, or nothing yet because a job carries it on. */
export type WriteResult<Item> = { done: true; record: Item } | { done: false };

/** Reads the response to a write, and tracks the job if there is one. */
export function writeResult<Item>(
  response: { status: 200 | 201; body: Item } | { status: 202; body: JobStatus },
  request: JobRequest,
): WriteResult<Item> {
  if (response.status !== 202) return { done: true, record: response.body };
  trackJob(response.body, request);
  return { done: false };
}

/** What a job is shown as that changes or deletes a record. */
export function jobFor(
  doing: 'changing' | 'deleting',
  what: string,
  path: string,
  changes: readonly string[],
): JobRequest {
  const title = `${doing === 'deleting' ? 'Delete' : 'Save'} ${what}`;
  return { title, changes, affects: { path, doing } };
}
