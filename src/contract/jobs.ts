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

/**
 * The path of the job that a 202 response is about: in its status, in `Location`, or as any other text of the body, since
 * the API promises just "a resource to query" (docs/api.md, "Background jobs").
 */
export function startedJobIn(body: unknown, location: string | null | undefined): string | undefined {
  const { delayed_job_status_resource: named, ...others } = { ...Object(Object(body).data), ...Object(body) };
  // An ID without a path may be that of any record.
  const paths = Object.values(others).filter((text) => typeof text === 'string' && text.includes('/'));
  return [named, location, ...paths]
    .map((text) => (typeof text === 'string' ? jobPathIn(text) : undefined))
    .find((path) => path !== undefined);
}

export function jobIdOf(path: string): string {
  return lastPart(path);
}
