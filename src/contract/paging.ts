import * as z from 'zod';
import { limits } from './limits.ts';

function wholeNumber(min: number, max: number, fallback: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .default(fallback);
}

/** `start`, `limit` and `fields` of a list (extension). */
export const pageQuery = z.strictObject({
  start: wholeNumber(0, 2_147_483_647, 0),
  limit: wholeNumber(1, limits.pageMax, limits.pageDefault),
  fields: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim()))
    .optional(),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** `{ rows, data, start }` (document, "General conventions" 3). */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ rows: z.int(), data: z.array(item), start: z.int() });
}

/** `{ rows, data }`: OIDC lists carry no `start`. */
export function listWithoutStartOf<Item extends z.ZodType>(item: Item) {
  return z.object({ rows: z.int(), data: z.array(item) });
}

/** A page of records as the domain hands it over. */
export interface Page<Item> {
  rows: number;
  data: Item[];
  start: number;
}
