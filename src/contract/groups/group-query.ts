import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { limitUpTo, once, pageQuery } from '../paging.ts';
import { pathsField } from '../path-fields.ts';

/** Filters for the list of groups (extension), and larger pages of records with a few properties. */
export const groupQuery = z
  .strictObject({
    ...pageQuery.shape,
    limit: limitUpTo(limits.groupPageMax),
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
  })
  .check(
    z.refine(
      ({ limit, fields }) =>
        // A limit that no list allows has its own problem.
        limit <= limits.pageMax || limit > limits.groupPageMax || fields !== undefined,
      { path: ['limit'], error: `must be at most ${limits.pageMax} without fields` },
    ),
  );
export type GroupQuery = z.infer<typeof groupQuery>;
