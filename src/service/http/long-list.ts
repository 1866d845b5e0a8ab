import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { Problem } from '../domain/problem.ts';
import { chunksOf } from '../domain/yielding.ts';
import { parseJson, shapedBody } from './request-rules.ts';

/** Smaller bodies are checked as a whole. */
export const longListBytes = 64 * 1024;
/** Parsing a body of nothing but brackets or names would take seconds and gigabytes. 100,000 groups are half a million values. */
const maxValues = 2_000_000;
/** Nobody fixes more problems than that before retrying. */
const maxIssues = 10_000;

/** A body, and either its validated values or its problems. */
export interface CheckedBody {
  given: { data: Record<string, unknown> };
  data?: unknown;
  error?: z.core.$ZodError;
}

type LongList = [
  schema: NonNullable<Endpoint['body']>,
  body: Buffer,
  list: NonNullable<Endpoint['longList']>,
];

let last: Promise<unknown> = Promise.resolve();

/**
 * Parses a body with a long list, and checks the list in chunks. One body after the other: together, they'd take gigabytes.
 * @throws Problem 400 if it isn't JSON with properties in `data`, 413 if it has too many values
 */
export function checkLongList(...given: LongList): Promise<CheckedBody> {
  const checked = last.then(() => checkNow(...given));
  last = checked.catch(() => undefined);
  return checked;
}

async function checkNow(...[schema, body, { name, most }]: LongList): Promise<CheckedBody> {
  if (mostValuesIn(body) > maxValues) throw new Problem(413, ['the body has too many values']);
  const given = shapedBody(parseJson(body));
  const list = Object.hasOwn(given.data, name) ? given.data[name] : undefined;
  if (!Array.isArray(list) || list.length === 0) return { given, ...z.safeParse(schema, given) };
  const issues: z.core.$ZodIssue[] = [];
  const report = (issue: Pick<z.core.$ZodIssue, 'message' | 'path'>) =>
    issues.push({ ...issue, code: 'custom', input: undefined });
  // Checking the items of a list that's too long would take too long.
  if (list.length > most) report({ path: ['data', name], message: `must be at most ${most} lines` });
  const items: unknown[] = [];
  let data: Record<string, unknown> = {};
  let from = 0;
  for await (const some of chunksOf(list.length > most ? [] : list)) {
    const parsed = z.safeParse(schema, { ...given, data: { ...given.data, [name]: some } });
    for (const issue of parsed.error?.issues ?? []) {
      const [, , index, ...path] = issue.path;
      // Problems outside the list are reported with the first chunk.
      if (typeof index === 'number') issues.push({ ...issue, path: ['data', name, from + index, ...path] });
      else if (from === 0) issues.push(issue);
    }
    if (issues.length >= maxIssues) break;
    if (parsed.success) {
      data = parsed.data.data as Record<string, unknown>;
      for (const item of data[name] as unknown[]) items.push(item);
    }
    from += some.length;
  }
  return issues.length > 0
    ? { given, error: new z.core.$ZodError(issues) }
    : { given, data: { data: { ...data, [name]: items } } };
}

/** How many values a JSON text has at most: what begins one outside of strings, or separates two. */
function mostValuesIn(text: Uint8Array): number {
  let count = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (isString && byte === backslash) at += 1;
    else if (byte === quote) isString = !isString;
    else if (!isString && byte !== undefined && separators.has(byte)) count += 1;
  }
  return count;
}

const [quote, backslash] = [0x22, 0x5c];
const separators = new Set(Buffer.from(',[{'));
