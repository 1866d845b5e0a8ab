import * as z from 'zod/mini';
import { requiredText } from './fields.ts';
import { limits } from './limits.ts';

/** A number in a query. */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  const isInRange = (value: string) =>
    /^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return z
    .pipe(z.string().check(z.refine(isInRange, message)), z.transform(Number))
    .register(z.globalRegistry, { minimum: min, maximum: max });
}

export const limitUpTo = (max: number) => z._default(wholeNumber(1, max), limits.pageDefault);

/** `true` or `false`, which is the default. */
export const flagParam = z._default(
  z.pipe(
    z.enum(['true', 'false'], 'must be true or false'),
    z.transform((text) => text === 'true'),
  ),
  false,
);

/** Texts separated by commas. */
export const listParam = z.pipe(
  requiredText,
  z.transform((list) => list.split(',')),
);

/** `start`, `limit` and `fields` of a list (extension). */
export const pageQuery = z.strictObject({
  start: z._default(wholeNumber(0, 2_147_483_647), 0),
  limit: limitUpTo(limits.pageMax),
  fields: z.optional(
    z.pipe(
      listParam,
      z.transform((names) => [...new Set(names.map((name) => name.trim()))]),
    ),
  ),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** `{ rows, data, start }` (docs/api.md, "General conventions"). */
export function listOf<Item extends z.core.$ZodType>(item: Item) {
  return z.object({ rows: z.int(), data: z.array(item), start: z.int() });
}

/** `{ rows, data }`: OIDC lists carry no `start`. */
export function listWithoutStartOf<Item extends z.core.$ZodType>(item: Item) {
  return z.object({ rows: z.int(), data: z.array(item) });
}

export interface Page<Item> {
  rows: number;
  data: Item[];
  start: number;
}
