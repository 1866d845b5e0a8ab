import * as z from 'zod/mini';
import { shapeOf } from '../contract/fields.ts';
import { limits } from '../contract/limits.ts';
import {
  entries,
  fileLimits,
  groupEntry,
  header,
  sections,
  type GroupValues,
  type ProviderValues,
  type RoleValues,
  type Section,
  type UserValues,
} from './format.ts';
import { readJson, readQuickly, type Content } from './read-quickly.ts';
import type { TextProblem } from './read-yaml.ts';

/** A record of a file. */
export interface Entry<Values> {
  values: Values;
  /** Where it is in the text. */
  at: number;
}

export interface GroupEntry extends Entry<GroupValues> {
  groups: GroupEntry[];
}

/** What a file wants. What it doesn't mention stays as it is. */
export interface Configuration {
  /** Where it was exported. */
  service?: string;
  groups?: GroupEntry[];
  roles?: Entry<RoleValues>[];
  users?: Entry<UserValues>[];
  oidc_providers?: Entry<ProviderValues>[];
  /** Of the exported records. */
  fingerprints?: ReadonlyMap<string, string>;
  /** The number of the line at a place in the text, from 1. */
  lineOf(at: number): number;
}

/** A problem of a file. */
export interface FileProblem {
  /** Both from 1. */
  line: number;
  column: number;
  message: string;
}

/** A file that can't be read, with all its problems. */
export class FileError extends Error {
  override readonly name = 'FileError';
  constructor(readonly problems: readonly FileProblem[]) {
    super(problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n'));
  }
}

/** Lines, commas and brackets that a file can have: each may be a value in memory. */
const mostValues = 4_000_000;

/**
 * Reads a file.
 * @param only the sections to read; all by default
 * @throws FileError with all its problems
 */
export async function read(text: string, only: readonly Section[] = sections): Promise<Configuration> {
  const positions = positionsIn(text);
  const reject = (problems: readonly TextProblem[]): never => {
    throw new FileError(
      problems
        .slice(0, limits.problemsListed)
        .toSorted((one, other) => one.at - other.at)
        .map(({ at, message }) => ({ ...positions(at), message })),
    );
  };
  if (text.length > fileLimits.characters) reject([{ at: 0, message: 'is longer than 32 MB' }]);
  if (countValues(text) > mostValues) reject([{ at: 0, message: 'has too many values' }]);
  const quick = readJson(text) ?? readQuickly(text);
  let checked = quick && check(quick, only);
  if (checked?.problems.length !== 0) {
    // Most files don't need it.
    const { readYaml } = await import('./read-yaml.ts');
    const careful = readYaml(text);
    // What's read quickly but has problems is read again, by what knows where each value is.
    if (!Array.isArray(careful)) checked = check(careful, only);
    else if (!checked) return reject(careful);
  }
  if (!checked || checked.problems.length > 0) return reject(checked?.problems ?? []);
  return { ...checked.found, lineOf: (at) => positions(at).line };
}

function countValues(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // A line break, a comma, [ or {.
    if (code === 10 || code === 44 || code === 91 || code === 123) count += 1;
  }
  return count;
}

function positionsIn(text: string): (at: number) => { line: number; column: number } {
  let starts: number[] | undefined;
  return (at) => {
    starts ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 };
  };
}

type Found = Omit<Configuration, 'lineOf'>;

/** Checks what a file says. */
function check(content: Content, only: readonly Section[]): { found: Found; problems: TextProblem[] } {
  const problems: TextProblem[] = [];
  let records = 0;
  const found: Found = {};
  /** @returns the parsed value; undefined with problems */
  const parse = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown, holder?: Holder) => {
    const { success, data, error } = z.safeParse(schema, value);
    if (success) return data;
    for (const issue of error.issues.slice(0, limits.problemsCounted - problems.length))
      problems.push(...explain(schema, value, issue, content, holder));
    return undefined;
  };
  const count = (at: number) => {
    records += 1;
    if (records === fileLimits.records + 1)
      problems.push({ at, message: `has more than ${fileLimits.records} records` });
    return records <= fileLimits.records && problems.length < limits.problemsCounted;
  };
  const file = parse(header, content.value);
  // Problems don't hide those of the records.
  const listOf = (holder: unknown, name: Section): unknown[] | undefined => {
    const list: unknown =
      typeof holder === 'object' && holder !== null && name in holder
        ? (holder as Record<string, unknown>)[name]
        : undefined;
    return Array.isArray(list) ? list : undefined;
  };
  if (file?.service !== undefined) found.service = file.service;
  if (file?.fingerprints) found.fingerprints = new Map(Object.entries(file.fingerprints));
  const groups = listOf(content.value, 'groups');
  if (groups && only.includes('groups')) found.groups = groupsIn(groups);
  const readList = <Each extends keyof typeof entries>(section: Each) => {
    const list = listOf(content.value, section);
    if (!list || !only.includes(section)) return;
    const parsed: Entry<unknown>[] = [];
    for (const [index, value] of list.entries()) {
      const holder = { list, index };
      const at = locate(content, value, holder);
      if (!count(at)) break;
      const values = parse(entries[section], value, holder);
      if (values) parsed.push({ values, at });
    }
    // As parsed by the section's schema.
    found[section] = parsed as never;
  };
  readList('roles');
  readList('users');
  readList('oidc_providers');
  return { found, problems };

  function groupsIn(top: unknown[]): GroupEntry[] {
    const tops: GroupEntry[] = [];
    // Not recursive: trees can be deep.
    const open = [{ list: top, into: tops, depth: 1 }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { list, into, depth } = next;
      const lines = new Map<string, number>();
      for (const [index, value] of list.entries()) {
        const holder = { list, index };
        const at = locate(content, value, holder);
        if (!count(at)) return tops;
        if (depth > fileLimits.depth) {
          problems.push({ at, message: `is below more than ${fileLimits.depth} groups` });
          return tops;
        }
        const parsed = parse(groupEntry, value, holder);
        const { groups: _below, ...values } = parsed ?? { name: `\n${index}` };
        if (lines.has(values.name))
          problems.push({ at, message: `name: another group here is ${JSON.stringify(values.name)}` });
        lines.set(values.name, at);
        const entry: GroupEntry = { values, at, groups: [] };
        into.push(entry);
        const below = listOf(value, 'groups');
        if (below) open.push({ list: below, into: entry.groups, depth: depth + 1 });
      }
    }
    return tops;
  }
}

interface Holder {
  list: object;
  index: number;
}

function locate(content: Content, value: unknown, holder?: Holder): number {
  if (typeof value === 'object' && value !== null) return content.locate(value, []);
  return holder ? content.locate(holder.list, [holder.index]) : 0;
}

function explain(
  schema: z.ZodMiniType,
  value: unknown,
  issue: z.core.$ZodIssue,
  content: Content,
  holder?: Holder,
): TextProblem[] {
  const container = typeof value === 'object' && value !== null ? value : undefined;
  const at = (path: readonly PropertyKey[]) =>
    container ? content.locate(container, path) : locate(content, value, holder);
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(shapeOf(schema));
    return issue.keys.slice(0, limits.problemsListed).map((key) => {
      const close = known.find((name) => isClose(key, name));
      const message = `${[...issue.path, key].join('.')}: is not a known key${close ? `; did you mean ${close}?` : ''}`;
      return { at: at([...issue.path, key]), message };
    });
  }
  const name = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  return [{ at: at(issue.path), message: `${name}${issue.message}` }];
}

/** Whether two words differ by at most two letters. */
function isClose(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2) return false;
  let row = [...Array(other.length + 1).keys()];
  for (let line = 0; line < one.length; line += 1) {
    const next = [line + 1];
    for (let column = 0; column < other.length; column += 1)
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (one[line] === other[column] ? 0 : 1),
        ),
      );
    row = next;
  }
  return (row.at(-1) ?? 9) <= 2;
}
