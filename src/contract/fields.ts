import * as z from 'zod/mini';
import { limits } from './limits.ts';

// Control characters are U+0000–U+001F and U+007F–U+009F (Unicode category Cc).
const controlCharacter = /\p{Cc}/u;

/** A one-line name: trimmed, 1 to 255 characters, no control characters. */
export function nameField(max: number = limits.name) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .check(
      z.trim(),
      z.minLength(1, 'must not be empty'),
      z.maxLength(max, `must be at most ${max} characters`),
      z.refine((value) => !controlCharacter.test(value), 'must not contain control characters'),
    );
}

/** A string of 1 to `max` characters, taken as it is. */
export function exactText(max: number) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .check(z.minLength(1, 'must not be empty'), z.maxLength(max, `must be at most ${max} characters`));
}

/** Free text of several lines: at most `max` characters; line breaks and tabs are its only control characters. */
export function textField(max: number) {
  return z.string('must be a string').check(
    z.maxLength(max, `must be at most ${max} characters`),
    z.refine(
      (value) => !controlCharacter.test(value.replace(/[\n\r\t]/g, '')),
      'must not contain control characters',
    ),
  );
}

/** The numeric id of a record in a path, `^[0-9]{1,10}$` within PostgreSQL's integer. */
export const idParam = z.pipe(
  z.string().check(
    z.regex(/^\d{1,10}$/),
    z.refine((id) => Number(id) <= 2_147_483_647),
  ),
  z.transform(Number),
);

/** The path of a record, `/<collection>/<id>`, with an id that `idParam` takes too. */
export function pathField(collection: 'groups' | 'roles') {
  const pattern = new RegExp(`^/${collection}/\\d{1,10}$`);
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .check(
      z.refine(
        (path) => pattern.test(path) && Number(path.split('/').at(-1)) <= 2_147_483_647,
        `must be a path /${collection}/<id>`,
      ),
    );
}

/** Paths of records; naming one twice is the same as naming it once. */
export function pathsField(collection: 'groups' | 'roles', most: number) {
  return z.pipe(
    z
      .array(pathField(collection), 'must be an array')
      .check(z.maxLength(most, `must have at most ${most} entries`)),
    z.transform((paths) => [...new Set(paths)]),
  );
}

/** Wraps the properties of a write as the document wants: `{ data: { … } }`, unknown properties refused. */
export function dataBody<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject({ data: z.strictObject(shape) });
}
