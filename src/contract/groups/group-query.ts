import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { limitUpTo, listParam, pageQuery } from '../paging.ts';
import { pathsField } from '../path-fields.ts';
import type { Group } from './groups.ts';

/** The properties that aren't just paths made of the group's id. */
const ownProperties: readonly string[] = [
  'name',
  'description',
  'mode',
  'customer_resource',
  'group_resource',
  'parent_resource',
] satisfies (keyof Group)[];

/** Filters for the list of groups (extension), and larger pages of records with a few properties. */
export const groupQuery = z
  .strictObject({
    ...pageQuery.shape,
    limit: limitUpTo(limits.groupPageMax),
    /** Group paths: only these and their ancestors. */
    lineage_of: z.optional(z.pipe(listParam, pathsField('groups', limits.lineages))),
  })
  .check(
    z.refine(
      ({ limit, fields }) =>
        // A limit that no list allows has its own problem.
        limit <= limits.pageMax ||
        limit > limits.groupPageMax ||
        fields?.every((field) => ownProperties.includes(field)),
      {
        path: ['limit'],
        error: `must be at most ${limits.pageMax} unless fields contains only ${ownProperties.join(', ')}`,
      },
    ),
  );
export type GroupQuery = z.infer<typeof groupQuery>;
