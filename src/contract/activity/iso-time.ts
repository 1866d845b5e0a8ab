import * as z from 'zod/mini';

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
