import * as z from 'zod/mini';
import { dataBody, maxId, nameField, textField, required } from '../fields.ts';
import { limits } from '../limits.ts';
import { isPathOf } from '../path-fields.ts';

export const parentRule = `must be the path of a group, such as /groups/5, or a list of at most ${limits.importDepth} names, starting below the Default group`;

/** An imported group's parent: `/groups/<id>`, or the names on the way to it below the Default group. */
const importParent = z.union(
  [
    z.string().check(z.refine((path) => isPathOf('groups', path), parentRule)),
    z.array(nameField()).check(z.minLength(1, parentRule), z.maxLength(limits.importDepth, parentRule)),
  ],
  parentRule,
);

/**
 * One group of an import (extension). The default `parent` is the caller's own group. A list of names may refer to
 * groups that other lines create, in any order.
 */
export const groupImportLine = z.strictObject(
  {
    name: nameField(),
    description: z._default(textField(limits.description), ''),
    parent: z.optional(importParent),
    /** Where it is in the file that it comes from, for messages; its position in the list by default. */
    line: z.optional(
      z
        .int('must be a whole number')
        .check(z.minimum(1, 'must be at least 1'), z.maximum(maxId, 'is too large')),
    ),
  },
  'must be an object',
);
export type GroupImportLine = z.infer<typeof groupImportLine>;

/** A bulk import of groups, all or nothing (extension). */
export const groupImportBody = dataBody({
  groups: z
    .array(groupImportLine, required('must be a list'))
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(limits.importLines, `must be at most ${limits.importLines} lines`),
    ),
});
