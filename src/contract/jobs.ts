import * as z from 'zod/mini';
import { dataBody, nameField, textField } from './fields.ts';
import { limits } from './limits.ts';

/** Background job status (document). */
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

const shape = /(?:^|\/)delayed_job_statuses\/([\w.~-]{1,64})\/?(?:[?#].*)?$/;

/**
 * The path of a job status in what a service or a person gives: the path, with a base address before it or not, or
 * the id alone.
 */
export function jobPathIn(text: string): string | undefined {
  const trimmed = text.trim();
  const id = shape.exec(trimmed)?.[1] ?? /^\d{1,15}$/.exec(trimmed)?.[0];
  return id === undefined ? undefined : `/delayed_job_statuses/${id}`;
}

/** The id at the end of the path of a job status. */
export function jobIdOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}

const parentRule =
  'must be the path of a group, such as /groups/5, or a list of names from the Default group down';

/** Where a group of an import goes: below `/groups/<id>`, or along names from the Default group down. */
const importParent = z.union(
  [z.string().check(z.regex(/^\/groups\/\d{1,9}$/, parentRule)), z.array(nameField()).check(z.minLength(1))],
  parentRule,
);

/**
 * One group of an import (extension). Without `parent` it goes below the caller's own group. A list of names may lead to
 * groups that other lines create, in whatever order the lines come.
 */
export const groupImportLine = z.strictObject(
  {
    name: nameField(),
    description: z._default(textField(limits.description), ''),
    parent: z.optional(importParent),
  },
  'must be an object',
);
export type GroupImportLine = z.infer<typeof groupImportLine>;

/** A bulk import of groups, all or nothing (extension). */
export const groupImportBody = dataBody({
  groups: z
    .array(groupImportLine, 'must be a list')
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(limits.importLines, `must be at most ${limits.importLines} lines`),
    ),
});
