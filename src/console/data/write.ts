import type { JobStatus } from '../../contract/jobs.ts';
import { trackJob } from './jobs/track-job.ts';

/** The result of a write: the record, or nothing yet because a job carries it on. */
export type WriteResult<Item> = { done: true; record: Item } | { done: false };

/**
 * Reads the response to a write, and tracks the job if there is one.
 * @param title what the user asked for: "Delete Acme and 12 subgroups"
 * @param changes first parts of the query keys to invalidate when the job ends
 */
export function writeResult<Item>(
  response: { status: 200 | 201; body: Item } | { status: 202; body: JobStatus },
  title: string,
  changes: readonly string[],
): WriteResult<Item> {
  if (response.status !== 202) return { done: true, record: response.body };
  trackJob(response.body, title, changes);
  return { done: false };
}
