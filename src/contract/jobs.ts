import * as z from 'zod/mini';
import { lastPart, pathPattern } from './path-fields.ts';

/** Background job status (docs/api.md, "Background job status"). */
export const jobStatus = z.object({
  delayed_job_status_resource: z.string(),
  message: z.string(),
  finished: z.boolean(),
  failed: z.boolean(),
  user: z.string(),
});
export type JobStatus = z.infer<typeof jobStatus>;

/** `/delayed_job_statuses/<id>` of a job. */
export function jobStatusPath(id: number): string {
  return `/delayed_job_statuses/${id}`;
}

const shape = pathPattern('delayed_job_statuses', String.raw`[\w~-][\w.~-]{0,63}`);

/**
 * The path of a job status in text from a service or a person: the path, with or without a base URL, or
 * just the ID.
 */
export function jobPathIn(text: string): string | undefined {
  const trimmed = text.trim();
  const id = shape.exec(trimmed)?.[1] ?? /^\d{1,15}$/.exec(trimmed)?.[0];
  return id === undefined ? undefined : `/delayed_job_statuses/${id}`;
}

/** The id at the end of the path of a job status. */
export function jobIdOf(path: string): string {
  return lastPart(path);
}
