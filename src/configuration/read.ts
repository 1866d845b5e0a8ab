import * as z from 'zod/mini';
import { shapeOf } from '../contract/fields.ts';
import { limits } from '../contract/limits.ts';
import {
  FileError,
  fileLimits,
  header,
  pathTo,
  readable,
  sections,
  type FileProblem,
  type Listed,
  type Section,
  type Where,
} from './format.ts';
import type { Values } from './known.ts';
import { groupText } from './names.ts';
import { fieldsOf } from './service.ts';
import { readYaml, type Content, type TextProblem } from './yaml.ts';

/** A record of a file. */
export interface Entry {
  values: Values;
  where: Where;
}

export interface GroupEntry extends Entry {
  groups: GroupEntry[];
}

/** What a file wants. What it doesn't mention stays as it is. */
export interface Configuration extends Partial<Record<Listed, Entry[]>> {
  /** The service that it's an export of, if it says so. */
  service?: string | undefined;
  groups?: GroupEntry[];
  /** What the sections that aren't read contain: groups by their text, roles by their name. */
  leftOut?: { groups: ReadonlySet<string>; roles: ReadonlySet<string> };
  /** Finds problems in the text. @returns them in its order */
  locate(problems: readonly ValueProblem[]): FileProblem[];
}

/** A problem of something in a file, which `path` leads to from the top. */
export interface ValueProblem {
  path: readonly PropertyKey[];
  message: string;
}

/**
 * Reads a file.
 * @param only the sections to read; all by default
 * @throws FileError with all its problems
 */
export function read(text: string, only: readonly Section[] = sections): Configuration {
  const isTooLong = text.length > fileLimits.characters;
  const content = isTooLong ? [{ at: 0, message: 'is longer than 32 MB' }] : readYaml(text);
  if (Array.isArray(content)) throw new FileError(placedIn(text, content.slice(0, limits.problemsListed)));
  return readContent(text, content, only);
}

/**
 * Reads what a text says.
 * @param also what's wrong with it already
 * @throws FileError with all its problems
 */
export function readContent(
  text: string,
  content: Content,
  only: readonly Section[],
  also: readonly TextProblem[] = [],
): Configuration {
  const { found, problems } = check(content.value, only);
  const placesOf = (all: readonly ValueProblem[]) =>
    all.map(({ path, message }) => ({ at: content.locate(path), message }));
  const listed = [...also, ...placesOf(problems)].slice(0, limits.problemsListed);
  if (listed.length > 0) throw new FileError(placedIn(text, listed));
  return { ...found, locate: (all) => placedIn(text, placesOf(all)) };
}

/** Problems with their lines and columns, in the order of the text. */
function placedIn(text: string, problems: readonly TextProblem[]): FileProblem[] {
  let [line, column, from] = [1, 1, 0];
  return problems
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, message }) => {
      const passed = text.slice(from, at).split('\n');
      line += passed.length - 1;
      column = (passed.length > 1 ? 1 : column) + (passed.at(-1)?.length ?? 0);
      from = at;
      return { line, column, message };
    });
}

/** What's wrong with the content of a file. */
export function problemsIn(content: unknown): string[] {
  const { problems } = check(content, sections);
  return problems.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

type Found = Omit<Configuration, 'locate'>;

/** Checks what a file says. */
function check(content: unknown, only: readonly Section[]): { found: Found; problems: ValueProblem[] } {
  const problems: ValueProblem[] = [];
  let records = 0;
  const found: Found = {};
  /** @returns the parsed value; undefined with problems */
  const parse = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown, where?: Where) => {
    const { success, data, error } = z.safeParse(schema, withoutNotes(value));
    if (success) return data;
    for (const issue of error.issues.slice(0, limits.problemsCounted - problems.length))
      problems.push(...explain(schema, issue, where ? pathTo(where) : []));
    return undefined;
  };
  const count = (where: Where) => {
    records += 1;
    if (records === fileLimits.records + 1)
      problems.push({ path: pathTo(where), message: `has more than ${fileLimits.records} records` });
    return records <= fileLimits.records && problems.length < limits.problemsCounted;
  };
  const file = parse(header, content);
  found.service = file?.service;
  // Problems don't hide those of the records.
  const listIn = (section: Section): unknown[] | undefined => {
    const list = fieldsOf(content)[section];
    return Array.isArray(list) ? list : undefined;
  };
  // Only exports have a service, and the rest of one would look as if it didn't exist.
  if (file?.service !== undefined && file.end !== true)
    problems.push({
      path: [],
      message: 'is cut off: an export ends with end: true. If the file is complete, add it',
    });
  if (file?.end === true && Object.keys(fieldsOf(content)).at(-1) !== 'end')
    problems.push({
      path: ['end'],
      message: 'end: must be the last key, so that a file that ends early is noticed',
    });
  for (const section of sections) {
    const list = only.includes(section) ? listIn(section) : undefined;
    if (list && section === 'groups') found.groups = groupsIn(list);
    else if (list && section !== 'groups') found[section] = recordsIn(section, list, { step: section });
  }
  const counted = problems.length;
  const left = (section: Section) => (only.includes(section) ? [] : (listIn(section) ?? []));
  found.leftOut = {
    groups: new Set(textsOf(groupsIn(left('groups')))),
    roles: new Set(left('roles').map((role) => String(fieldsOf(role)['name']).trim())),
  };
  return { found, problems: problems.slice(0, counted) };

  function recordsIn(section: Section, list: readonly unknown[], above: Where): Entry[] {
    const entries: Entry[] = [];
    for (const [index, value] of list.entries()) {
      const where = { step: index, above };
      if (!count(where)) break;
      // Nobody gets an entry with problems.
      entries.push({ values: parse(readable[section], value, where) ?? fieldsOf(value), where });
    }
    return entries;
  }

  function groupsIn(top: unknown[]): GroupEntry[] {
    const tops: GroupEntry[] = [];
    // Not recursive: trees can be deep.
    const open = [{ list: top, into: tops, depth: 1, above: { step: 'groups' } as Where }];
    for (let next = open.pop(); next; next = open.pop()) {
      const { list, into, depth, above } = next;
      if (depth > fileLimits.depth && list.length > 0) {
        const path = pathTo({ step: 0, above });
        problems.push({ path, message: `is below more than ${fileLimits.depth} groups` });
        return tops;
      }
      for (const { values, where } of recordsIn('groups', list, above)) {
        const { groups: below, ...own } = values;
        const entry: GroupEntry = { values: own, where, groups: [] };
        into.push(entry);
        const inside = { step: 'groups', above: where };
        if (Array.isArray(below))
          open.push({ list: below, into: entry.groups, depth: depth + 1, above: inside });
      }
    }
    return tops;
  }
}

/** Every group of a tree, as one text. */
function textsOf(groups: readonly GroupEntry[], above: readonly string[] = []): string[] {
  return groups.flatMap(({ values, groups: below }) => {
    const names = [...above, String(values['name']).trim()];
    return [groupText(names), ...textsOf(below, names)];
  });
}

/** A file's or a record's own values: keys that begin with x- are for people and anchors. */
function withoutNotes(value: unknown): unknown {
  const fields = Array.isArray(value) ? [] : Object.entries(fieldsOf(value));
  const isNote = ([key]: readonly [string, unknown]) => key.startsWith('x-');
  return fields.some(isNote) ? Object.fromEntries(fields.filter((field) => !isNote(field))) : value;
}

function explain(
  schema: z.ZodMiniType,
  issue: z.core.$ZodIssue,
  above: readonly PropertyKey[],
): ValueProblem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(shapeOf(schema));
    return issue.keys.slice(0, limits.problemsListed).map((key) => {
      const close = known.find((name) => isClose(key, name));
      const message = `${[...issue.path, key].join('.')}: is not a known key${close ? `; did you mean ${close}?` : ''}`;
      return { path: [...above, ...issue.path, key], message };
    });
  }
  const name = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  return [{ path: [...above, ...issue.path], message: `${name}${issue.message}` }];
}

/** Whether two words differ by at most two letters. */
export function isClose(one: string, other: string): boolean {
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
