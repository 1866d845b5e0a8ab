import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { once, pageQuery } from '../paging.ts';
import { pathsField } from '../path-fields.ts';

/** Filters for the list of groups (extension). */
export const groupQuery = z.strictObject({
  ...pageQuery.shape,
  /** Group paths: only these and their ancestors. */
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
