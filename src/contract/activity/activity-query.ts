import * as z from 'zod/mini';
import { printable } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { pathField } from '../path-fields.ts';

const shape = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Years 1 to 9999 in UTC: PostgreSQL has no year 0, and ISO 8601 no five-digit years. */
function isStorable(time: Date): boolean {
  // Not a number if the text isn't a time.
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** JavaScript takes February 30 for March 2. */
function isDay(date: string): boolean {
  return new Date(date).getUTCDate() === Number(date.slice(-2));
}

/** A time in ISO 8601 with a time zone, or a date, which starts at midnight UTC. */
export const isoTime = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => shape.test(text) && isStorable(new Date(text)) && isDay(text.slice(0, 10)),
        'must be an ISO 8601 date, or time with a time zone',
      ),
    ),
  z.transform((text) => new Date(text)),
);

const cursor = z.optional(
  z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'must be a cursor from next, or 0')), z.transform(Number)),
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
