import * as z from 'zod/mini';
import { passwordField } from '../../contract/access/users.ts';
import { withoutGuard } from '../../contract/csv.ts';
import { msg } from '../../contract/isolate.ts';
import { limits } from '../../contract/limits.ts';
import { recordPathIn } from '../../contract/path-fields.ts';
import { fileLimits } from '../format.ts';
import { namesOf, placeIn, type KnownRecords } from '../known.ts';
import { namesIn, namesOfText } from '../names.ts';
import { parseTable, type Columns, type Table, type TableField, type TableRow } from './table.ts';
import type { Content, TextProblem } from '../yaml.ts';

interface TableOptions {
  columns: Columns;
  /** What the service has. */
  known: KnownRecords;
  /** Path of the group that the table's paths begin at; the top by default. */
  below?: string | undefined;
  /** Whether new users without a password get a variable for one. */
  asksPasswords?: boolean | undefined;
}

/** A row, with its index in the table. */
type Row = readonly [index: number, row: TableRow];
/** An object that a file would have. */
type Written = Record<string, unknown>;
type Names = readonly string[];

const bullets = '••••••••';
const tooDeep = `is below itself, or below more than ${fileLimits.depth} groups`;

/**
 * Finds what a table says, as a configuration file would. An empty cell says nothing: what it's about stays as it is.
 * @returns the content, what's wrong besides what any file is checked for, the passwords by the variables that stand for them, and the
 *   text without them, which the places of problems refer to
 */
export function recordsIn(table: Table, { columns, known, below, asksPasswords = false }: TableOptions) {
  const { kind, header, fields } = columns;
  const shown = shownTable(table, columns);
  const problems: TextProblem[] = [];
  const secrets = new Map<string, string>();
  /** The rows that objects come from. */
  const origins = new WeakMap<object, number>();
  const first = (header ?? -1) + 1;
  const start = below === undefined ? known.top : known.byPath.get(below);
  const base = start ? namesOfText(start.key) : [];
  if (!start) fail(first, undefined, msg`${below ?? ''} doesn't exist, or you can't see it`);
  const rows = [...table.rows.entries()].slice(first).filter(([index, row]) => {
    const problem = problemOf(row, columns);
    if (problem !== undefined) fail(index, undefined, problem);
    return problem === undefined;
  });
  const value: Written = { palisade: 1, [kind]: kind === 'groups' ? groups() : users() };
  return { content: { value, locate } satisfies Content, problems, secrets, text: shown.text };

  function placeOf(index: number, field?: PropertyKey): number {
    const { at = 0, cells = [] } = shown.rows[index] ?? {};
    return cells[fields.findIndex((each) => each === field)]?.at ?? at;
  }

  function locate(path: readonly PropertyKey[]): number {
    let at: unknown = value;
    let [row, field]: [number, PropertyKey | undefined] = [first, undefined];
    for (const step of path) {
      at = Object(at)[step] as unknown;
      const origin = origins.get(Object(at));
      [row, field] = origin === undefined ? [row, field ?? step] : [origin, undefined];
    }
    return placeOf(row, field);
  }

  function fail(index: number, field: TableField | undefined, message: string): undefined {
    problems.push({ at: placeOf(index, field), message: field ? `${field}: ${message}` : message });
  }

  /** A cell's text; undefined if there's none. */
  function cell([, { cells }]: Row, field: TableField): string | undefined {
    const text = cells[fields.indexOf(field)]?.text ?? '';
    // Any character can be part of a password.
    if (field === 'password') return text || undefined;
    const plain = withoutGuard(text);
    return plain.trim() === '' ? undefined : field === 'description' ? plain : plain.trim();
  }

  /** The names from the top to a group that's written as names, or as the API has it. */
  function namesAt(row: Row, field: TableField, text = cell(row, field)): Names | undefined {
    if (text === undefined) return base;
    const path = text.startsWith('/groups/') ? recordPathIn('groups', text) : undefined;
    if (path === undefined) return [...base, ...namesWritten(text)];
    const place = known.byPath.get(path);
    return place ? namesOfText(place.key) : fail(row[0], field, msg`${text} doesn't exist`);
  }

  function groups(): Written[] {
    const byId = new Map(rows.map((row) => [cell(row, 'id'), row]));
    const found = new Map<number, Names | undefined>();
    /** The names from the top to a row's group; undefined if they lead nowhere. */
    const namesOfRow = (row: Row, depth = 0): Names | undefined => {
      if (found.has(row[0])) return found.get(row[0]);
      if (depth > fileLimits.depth) return fail(row[0], 'parent_id', tooDeep);
      const id = cell(row, 'parent_id');
      const parent = id === undefined ? undefined : byId.get(id);
      const above = parent
        ? namesOfRow(parent, depth + 1)
        : id === undefined
          ? namesAt(row, 'parent')
          : namesAt(row, 'parent_id', /^\d+$/.test(id) ? `/groups/${id}` : id);
      const path = cell(row, 'path');
      const own = path === undefined ? [cell(row, 'name') ?? ''] : namesWritten(path);
      let names = above && [...above, ...own];
      if (names && names.length > fileLimits.depth) names = fail(row[0], path ? 'path' : 'parent', tooDeep);
      found.set(row[0], names);
      return names;
    };
    const created = new Set(rows.map((row) => JSON.stringify(namesOfRow(row))));
    const tree: Written[] = [];
    const lists = new Map<string, Written[]>([['[]', tree]]);
    /** The groups below one. Those that no row creates are mentioned for it. */
    const listAt = (names: Names, index: number): Written[] => {
      const key = JSON.stringify(names);
      const list = lists.get(key) ?? [];
      if (!lists.has(key) && !created.has(key)) add({ name: names.at(-1), groups: list }, names, index);
      lists.set(key, list);
      return list;
    };
    const add = (group: Written, names: Names, index: number) => {
      origins.set(group, index);
      listAt(names.slice(0, -1), index).push(group);
    };
    for (const row of rows) {
      const [index] = row;
      const names = namesOfRow(row);
      if (!names || problems.length > limits.problemsCounted) continue;
      const above = names.slice(0, -1);
      const place = created.has(JSON.stringify(above)) ? undefined : placeIn(known.top, above);
      if (!place && !created.has(JSON.stringify(above))) {
        const placing = (['parent_id', 'parent', 'path'] as const).find((field) => cell(row, field));
        fail(index, placing, msg`${above.join(' > ')} doesn't exist, and no line creates it`);
        continue;
      }
      const description = cell(row, 'description');
      const group = { name: names.at(-1), description, groups: listAt(names, index) };
      add(group, [...(place ? namesOf(place) : above), ''], index);
    }
    return tree;
  }

  function users(): Written[] {
    const roles = new Map<string, unknown>();
    for (const { label, values } of known.records.roles?.values() ?? []) {
      const administrator = namesOfText(String(values['administered_by']));
      roles.set(label, { name: values['name'], administered_by: administrator });
    }
    for (const { values } of known.records.roles?.values() ?? [])
      roles.set(String(values['name']), values['name']);
    return rows.map((row) => {
      const login = cell(row, 'login') ?? '';
      // Users that exist stay where they are, and keep their passwords.
      const isNew = !known.records.users?.has(login);
      const isPlaced = cell(row, 'group') !== undefined || (isNew && base.length > 0);
      const held = cell(row, 'roles');
      const user: Written = {
        login,
        name: cell(row, 'name'),
        group: isPlaced ? namesAt(row, 'group') : undefined,
        roles: held === undefined ? undefined : rolesIn(held, roles),
        password: isNew ? passwordOf(row) : undefined,
      };
      origins.set(user, row[0]);
      return user;
    });
  }

  function passwordOf(row: Row) {
    const env = `line_${row[1].line}`;
    const password = cell(row, 'password');
    if (password === undefined) return asksPasswords ? { env } : undefined;
    secrets.set(env, password);
    const [issue] = z.safeParse(passwordField, password).error?.issues ?? [];
    if (issue) fail(row[0], 'password', issue.message);
    return { env };
  }
}

/** What's wrong with how a row is written. */
function problemOf({ cells, problem }: TableRow, { fields }: Columns): string | undefined {
  const isLonger = cells.length > fields.length;
  return problem ?? (isLonger ? `there are ${cells.length} values for ${fields.length} columns` : undefined);
}

/** The names in a text that may be a list of names. */
function namesWritten(text: string): Names {
  try {
    const names: unknown = text.startsWith('[') ? JSON.parse(text) : undefined;
    if (Array.isArray(names)) return names.map(String);
  } catch {
    // It's a name that begins with a bracket.
  }
  return namesIn(text);
}

/** The roles in a cell: what's between separators, which may also be part of a name. @param known by what they're called */
function rolesIn(text: string, known: ReadonlyMap<string, unknown>): unknown[] {
  const namesBetween = (separator: RegExp) => text.split(separator).flatMap((name) => name.trim() || []);
  const readings = [/(?!)/, /[;|\n]/, /[,;|\n]/].map(namesBetween);
  const names = readings.find((each) => each.every((name) => known.has(name))) ?? readings.at(-1) ?? [];
  return names.map((name) => known.get(name) ?? name);
}

/** A table with bullets in place of its passwords, and of rows whose cells can be in other columns than they seem. */
export function shownTable(table: Table, columns: Columns): Table {
  const column = columns.fields.indexOf('password');
  if (column === -1) return table;
  let text = '';
  let from = 0;
  for (const row of table.rows.slice((columns.header ?? -1) + 1)) {
    const hidden = problemOf(row, columns) === undefined ? row.cells[column] : row;
    if (!hidden || hidden.at === hidden.end) continue;
    // Lines keep their numbers.
    const ends = table.text.slice(hidden.at, hidden.end).replaceAll(/[^\n]/g, '');
    text += `${table.text.slice(from, hidden.at)}"${bullets}${ends}"`;
    from = hidden.end;
  }
  return parseTable(text + table.text.slice(from), table.separator);
}
