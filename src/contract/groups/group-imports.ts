import * as z from 'zod/mini';
import { dataBody, maxId, nameField, textField, required } from '../fields.ts';
import { limits } from '../limits.ts';
import { isPathOf } from '../path-fields.ts';

const plain: z.core.$constructor<z.ZodMiniArray> = z.ZodMiniArray;

/**
 * An array that stops being checked after a thousand problems: zod creates an issue for every invalid entry, and a body can
 * contain a hundred thousand of them.
 * @param most entries; a `maxLength` check must reject longer arrays
 * @param problem with anything but an array
 */
export function boundedArray<Element extends z.core.$ZodType>(
  element: Element,
  most: number,
  problem: string,
): z.ZodMiniArray<Element> {
  const Bounded = z.core.$constructor<z.ZodMiniArray<Element>>('BoundedArray', (array, definition) => {
    plain.init(array, definition);
    const whole = array._zod.parse;
    array._zod.parse = (payload, context) => {
      const given = payload.value as unknown;
      if (!Array.isArray(given) || given.length > most) return whole(payload, context);
      const entries: unknown[] = [];
      for (const [index, value] of given.entries()) {
        const entry = element._zod.run({ value, issues: [] }, context);
        if (entry instanceof Promise) throw new TypeError('Entry checks must not be asynchronous');
        payload.issues.push(...z.core.util.prefixIssues(index, entry.issues));
        entries.push(entry.value);
        if (payload.issues.length >= limits.problemsCounted) break;
      }
      return { ...payload, value: entries };
    };
  });
  return new Bounded({ type: 'array', element, ...required(problem) });
}

const parentRule = `must be the path of a group, such as /groups/5, or a list of at most ${limits.importDepth} names, starting below the Default group`;

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
  groups: boundedArray(groupImportLine, limits.importLines, 'must be a list').check(
    z.minLength(1, 'must not be empty'),
    z.maxLength(limits.importLines, `must be at most ${limits.importLines} lines`),
  ),
});
