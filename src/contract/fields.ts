import * as z from 'zod/mini';
import { limits } from './limits.ts';

// Control characters are U+0000–U+001F and U+007F–U+009F (Unicode category Cc); halves of a surrogate pair (Cs) are no
// characters at all. The store takes neither U+0000 nor such halves.
const controlCharacter = /[\p{Cc}\p{Cs}]/u;

/** The rule that a text is of printable characters alone. @param apart control characters that it may have */
export function printable(apart = /(?!)/g) {
  return z.refine<string>(
    (value) => !controlCharacter.test(value.replace(apart, '')),
    'must not contain control characters',
  );
}

/** The rule that a text can be written as UTF-8: half of a surrogate pair would come back as another character. */
export const wellFormed = z.refine<string>((value) => !/\p{Cs}/u.test(value), 'must be valid Unicode');

/** A one-line name: trimmed, 1 to 255 characters, no control characters. */
export function nameField(max: number = limits.name) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .check(
      z.trim(),
      z.minLength(1, 'must not be empty'),
      z.maxLength(max, `must be at most ${max} characters`),
      printable(),
    );
}

/** A string of 1 to `max` characters, taken as it is. @param more rules that it keeps beside that */
export function exactText(max: number, ...more: z.core.$ZodCheck<string>[]) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(max, `must be at most ${max} characters`),
      ...more,
    );
}

export const lineBreaksAndTabs = /[\n\r\t]/g;

/** Free text of several lines: at most `max` characters; line breaks and tabs are its only control characters. */
export function textField(max: number) {
  return z
    .string('must be a string')
    .check(z.maxLength(max, `must be at most ${max} characters`), printable(lineBreaksAndTabs));
}

/** PostgreSQL's largest integer. */
export const idMost = 2_147_483_647;

/** The numeric id of a record in a path: without sign, leading zeros or exponent, so that every record has one path. */
export const idParam = z.pipe(
  z.string().check(z.refine((id) => /^(0|[1-9]\d{0,14})$/.test(id) && Number(id) <= idMost)),
  z.transform(Number),
);

/** Wraps the properties of a write as the document wants: `{ data: { … } }`, unknown properties refused. */
export function dataBody<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject({ data: z.strictObject(shape) });
}

/** Those of some values that fit the rule of their property on their own, as the rules make them. */
export function fittingProperties(
  schema: z.core.$ZodType | undefined,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const properties = shapeOf(schema);
  const fitting: [string, unknown][] = [];
  for (const [name, rule] of Object.entries(properties)) {
    if (!Object.hasOwn(data, name)) continue;
    const parsed = z.safeParse(rule, data[name]);
    if (parsed.success) fitting.push([name, parsed.data]);
  }
  return Object.fromEntries(fitting);
}

/** The rules of an object's properties by name; none for what is no object. */
export function shapeOf(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  return schema instanceof z.core.$ZodObject ? schema._zod.def.shape : {};
}
