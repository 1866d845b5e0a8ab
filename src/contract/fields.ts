import * as z from 'zod/mini';
import { isVisible } from './isolate.ts';
import { limits } from './limits.ts';

// Control characters are U+0000–U+001F and U+007F–U+009F (Unicode category Cc); lone surrogates (Cs) aren't
// characters at all. The store accepts neither U+0000 nor lone surrogates.
const controlCharacter = /[\p{Cc}\p{Cs}]/u;

/** Rejects control characters. @param allowed control characters to accept */
export function printable(allowed = /(?!)/g) {
  return z.refine<string>((value) => !controlCharacter.test(value.replace(allowed, '')), {
    error: ({ input }) => (isWellFormed(input) ? 'must not contain control characters' : notWellFormed),
  });
}

const notWellFormed = 'must be valid Unicode';
const isWellFormed = (value: unknown) => !/\p{Cs}/u.test(String(value));

/** Rejects text that looks empty, but accepts empty text. */
export const visible = z.refine<string>(
  (value) => value.trim() === '' || isVisible(value),
  'must contain a visible character',
);

/** The problem with a property that mustn't be left out. @param problem with any other value */
export function required(problem: string) {
  return { error: ({ input }: { input?: unknown }) => (input === undefined ? 'is required' : problem) };
}

export const requiredText = z.string(required('must be a string'));

export const atMost = (max: number) => z.maxLength(max, `must be at most ${max} characters`);

export const mostEntries = (most: number) => z.maxLength(most, `must have at most ${most} entries`);

/** A one-line name: trimmed, 1 to 255 characters, at least one of them visible, no control characters. */
export function nameField(max: number = limits.name) {
  return requiredText.check(z.trim(), z.minLength(1, 'must not be empty'), atMost(max), printable(), visible);
}

/** A string of 1 to `max` characters, not trimmed. @param more additional checks */
export function exactText(max: number, ...more: z.core.$ZodCheck<string>[]) {
  return requiredText.check(z.minLength(1, 'must not be empty'), atMost(max), ...more);
}

export const lineBreaksAndTabs = /[\n\r\t]/g;

/** Multi-line text of at most `max` characters; the only control characters are line breaks and tabs. */
export function textField(max: number) {
  return z.string('must be a string').check(atMost(max), printable(lineBreaksAndTabs));
}

/** PostgreSQL's largest integer. */
export const maxId = 2_147_483_647;

/** The largest number of an entry in a log: more than a busy service writes in ten thousand years. */
export const maxEntry = 999_999_999_999_999;

/** A log entry's number in a path: no sign, leading zeros or exponent, so that every entry has exactly one path. */
export const entryParam = z.pipe(z.string().check(z.regex(/^(0|[1-9]\d{0,14})$/)), z.transform(Number));

/** A record's numeric id in a path, written like `entryParam`. */
export const idParam = entryParam.check(z.refine((id) => id <= maxId));

/** The body of a write: `{ data: { … } }`, unknown properties rejected. */
export function dataBody<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject({ data: z.strictObject(shape) });
}

/** The body of an update: every property is optional. It has no defaults: an omitted property keeps its value. */
export function updateBody<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject({ data: z.partial(z.strictObject(shape)) });
}

/** The values that pass their own property's check, as parsed by it. */
export function validProperties(
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

/** An object schema's property schemas by name; empty for any other schema. */
export function shapeOf(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  return schema instanceof z.core.$ZodObject ? schema._zod.def.shape : {};
}
