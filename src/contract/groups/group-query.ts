import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { once, pageQuery } from '../paging.ts';
import { pathsField } from '../path-fields.ts';

/** How the list of groups is narrowed down (extension). */
export const groupQuery = z.strictObject({
  ...pageQuery.shape,
  /** Paths of groups: these, and all that are above them. */
  lineage_of: z.optional(
    z.pipe(
      z.pipe(
        z.string(once),
        z.transform((list) => list.split(',')),
      ),
      pathsField('groups', limits.lineages),
    ),
  ),
});
export type GroupQuery = z.infer<typeof groupQuery>;
