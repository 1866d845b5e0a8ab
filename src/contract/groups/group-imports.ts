import * as z from 'zod/mini';
import { dataBody, nameField, textField, required } from '../fields.ts';
import { limits } from '../limits.ts';
import { isPathOf } from '../path-fields.ts';

const parentRule =
  'must be the path of a group, such as /groups/5, or the number of the line before that creates it';

/**
 * One group of an import (extension). Its parent is `/groups/<id>`, or the number of a line before, from 1; by default, the caller's own
 * group.
 */
export const groupImportLine = z.strictObject(
  {
    name: nameField(),
    description: z._default(textField(limits.description), ''),
    parent: z.optional(
      z.union(
        [
          z.string().check(z.refine((path) => isPathOf('groups', path), parentRule)),
          z.int().check(z.minimum(1, parentRule), z.maximum(limits.importLines, parentRule)),
        ],
        parentRule,
      ),
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
