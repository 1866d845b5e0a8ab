import * as z from 'zod/mini';
import { required } from './fields.ts';
import { limits } from './limits.ts';

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
