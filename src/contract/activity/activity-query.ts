import * as z from 'zod/mini';
import { printable } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { pathField } from '../path-fields.ts';
import { isoTime } from './iso-time.ts';

const cursor = z.optional(
  z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a cursor from next, or 0')), z.transform(Number)),
);

/** The query of both logs: without `after`, newest entries first; with it, the entries after a cursor, oldest first. */
export const activityQuery = z.strictObject({
  ...pageQuery.shape,
  after: cursor,
  /** Ends the list at a cursor, so that later entries don't shift its pages. */
  through: cursor,
  login: z.optional(z.string().check(printable())),
  user: z.optional(pathField('users')),
  since: z.optional(isoTime),
  until: z.optional(isoTime),
});

/** A page of a log. `next` is the cursor after the newest entry of the page. */
export function logOf<Item extends z.core.$ZodType>(item: Item) {
  return z.object({ rows: z.int(), data: z.array(item), start: z.int(), next: z.string() });
}
