import * as z from 'zod/mini';
import { passwordField } from '../contract/access/users.ts';
import { withoutGuard } from '../contract/csv.ts';
import { msg } from '../contract/isolate.ts';
import { limits } from '../contract/limits.ts';
import { recordPathIn } from '../contract/path-fields.ts';
import { fileLimits } from './format.ts';
import { namesOf, placeIn, type KnownRecords } from './known.ts';
import { namesIn, namesOfText, roleLabel } from './names.ts';
import { parseTable, type Columns, type Table, type TableField, type TableRow } from './table.ts';
import type { Content, TextProblem } from './yaml.ts';

interface TableOptions {
  columns: Columns;
  /** What the service has. */
  known: KnownRecords;
  /** Path of the group that the table's paths begin at; the top by default. */
  below?: string | undefined;
  /** Whether new users without a password get a variable for one. */
  asksPasswords?: boolean | undefined;
}

/** A table as a configuration file would say it. */
export interface TableRecords {
  content: Content;
  /** What's wrong, besides what any file is checked for. */
  problems: TextProblem[];
  /** Its passwords, by the variables that stand for them. */
  secrets: ReadonlyMap<string, string>;
  /** The table without passwords, which the places of problems refer to. */
  text: string;
}

const bullets = '••••••••';

/** Finds what a table says. An empty cell says nothing: what it's about stays as it is. */
export function recordsIn(table: Table, options: TableOptions): TableRecords {
  const reader = new Reader(table, options);
  const { kind } = options.columns;
  const value = { palisade: 1, [kind]: kind === 'groups' ? reader.groups() : reader.users() };
  const { secrets, shown } = reader;
  const problems = reader.problems.map(({ row, field, message }) => ({
    at: reader.placeOf(row, field),
    message,
  }));
  return { content: { value, locate: reader.locatorIn(value) }, problems, secrets, text: shown.text };
}

interface RowProblem {
  row: number;
  field?: TableField;
  message: string;
}

/** An object that a file would have. */
type Written = Record<string, unknown>;

class Reader {
  readonly problems: RowProblem[] = [];
  readonly secrets = new Map<string, string>();
  /** What's shown of the table. */
  readonly shown: Table;
  /** The rows with records, by their index in the table. */
  private readonly rows: [index: number, row: TableRow][];
  /** The rows that objects come from. */
  private readonly origins = new WeakMap<object, number>();
  /** The names of the group that the table's paths begin at. */
  private readonly base: readonly string[];

  constructor(
    table: Table,
    private readonly options: TableOptions,
  ) {
    const { columns, known, below } = options;
    this.shown = shownTable(table, columns);
    const place = below === undefined ? known.top : known.places.get(below);
    this.base = place ? namesOf(place) : [];
    this.rows = [...table.rows.entries()].slice((columns.header ?? -1) + 1);
    if (!place)
      this.fail(this.rows[0]?.[0] ?? 0, undefined, msg`${below ?? ''} doesn't exist, or you can't see it`);
    this.rows = this.rows.filter(([index, { cells, problem }]) => {
      const { length } = columns.fields;
      const message =
        problem ??
        (cells.length > length ? `there are ${cells.length} values for ${length} columns` : undefined);
      if (message !== undefined) this.fail(index, undefined, message);
      return message === undefined;
    });
  }

  private fail(row: number, field: TableField | undefined, message: string): undefined {
    this.problems.push({ row, message: field ? `${field}: ${message}` : message, ...(field && { field }) });
  }

  /** A cell's text; undefined if there's none. */
  private cell({ cells }: TableRow, field: TableField): string | undefined {
    const text = cells[this.options.columns.fields.indexOf(field)]?.text ?? '';
    // Passwords and descriptions can begin with anything.
    if (field === 'password') return text === '' ? undefined : text;
    if (text.trim() === '') return undefined;
    return field === 'description' ? withoutGuard(text) : withoutGuard(text).trim();
  }

  /** The names from the top to a group that's written as a path, or as the API has it. */
  private names(index: number, field: TableField, text: string | undefined): readonly string[] | undefined {
    if (text === undefined) return this.base;
    const path = text.startsWith('/groups/') ? recordPathIn('groups', text) : undefined;
    if (path === undefined) return [...this.base, ...namesWritten(text)];
    const place = this.options.known.places.get(path);
    return place ? namesOf(place) : this.fail(index, field, msg`${text} doesn't exist`);
  }

  groups(): Written[] {
    const { top } = this.options.known;
    const named = this.namesOfGroups();
    const created = new Set([...named.values()].map((names) => JSON.stringify(names)));
    const tree: Written[] = [];
    const lists = new Map<string, Written[]>([['[]', tree]]);
    /** The groups below one, which the file has to mention. */
    const listOf = (names: readonly string[], row: number): Written[] => {
      const key = JSON.stringify(names);
      const known = lists.get(key);
      if (known) return known;
      const groups: Written[] = [];
      lists.set(key, groups);
      // Otherwise its own row mentions it.
      if (!created.has(key)) {
        const group = { name: names.at(-1), groups };
        this.origins.set(group, row);
        listOf(names.slice(0, -1), row).push(group);
      }
      return groups;
    };
    for (const [index, row] of this.rows) {
      const names = named.get(index);
      if (!names || this.problems.length > limits.problemsCounted) continue;
      const above = names.slice(0, -1);
      const place = created.has(JSON.stringify(above)) ? top : placeIn(top, above);
      if (!place) {
        this.fail(index, this.placing(row), msg`${above.join(' > ')} doesn't exist, and no line creates it`);
        continue;
      }
      const description = this.cell(row, 'description');
      const group: Written = { name: names.at(-1), ...(description !== undefined && { description }) };
      this.origins.set(group, index);
      listOf(place === top ? above : namesOf(place), index).push(group);
      group['groups'] = listOf(names, index);
    }
    return tree;
  }

  /** The names from the top to the group of each row, without those that lead nowhere. */
  private namesOfGroups(): Map<number, readonly string[]> {
    const found = new Map<number, readonly string[]>();
    const byId = new Map(this.rows.map((entry) => [this.cell(entry[1], 'id'), entry]));
    byId.delete(undefined);
    for (const first of this.rows) {
      // From the row up to one whose parent is known.
      const chain = [first];
      let names: readonly string[] | undefined;
      for (let next = first; ;) {
        const parent = this.cell(next[1], 'parent_id');
        const above = parent === undefined ? undefined : byId.get(parent);
        names = above && found.get(above[0]);
        if (!above) names = this.parentOf(...next);
        if (!above || names) break;
        chain.push(above);
        next = above;
        if (chain.length > fileLimits.depth) break;
      }
      for (const [index, row] of chain.toReversed()) {
        if (!names) break;
        const path = this.cell(row, 'path');
        const own = path === undefined ? [this.cell(row, 'name') ?? ''] : namesWritten(path);
        names = [...names, ...own];
        if (names.length <= fileLimits.depth) found.set(index, names);
      }
      if (found.has(first[0])) continue;
      const [index, row] = first;
      if (chain.length > fileLimits.depth || names)
        this.fail(index, this.placing(row), `is below itself, or below more than ${fileLimits.depth} groups`);
    }
    return found;
  }

  /** The column that says where a row's group is. */
  private placing(row: TableRow): TableField {
    const fields = ['parent_id', 'parent', 'path'] as const;
    return fields.find((field) => this.cell(row, field) !== undefined) ?? 'name';
  }

  private parentOf(index: number, row: TableRow): readonly string[] | undefined {
    const id = this.cell(row, 'parent_id');
    if (id === undefined) return this.names(index, 'parent', this.cell(row, 'parent'));
    return this.names(index, 'parent_id', /^\d+$/.test(id) ? `/groups/${id}` : id);
  }

  users(): Written[] {
    const { records } = this.options.known;
    const roles = new Map<string, unknown>();
    for (const [key, { values }] of records.roles ?? []) {
      const { name, administered_by: group } = values;
      roles.set(roleLabel(key), { name, administered_by: namesOfText(String(group)) });
    }
    for (const { values } of records.roles?.values() ?? []) roles.set(String(values['name']), values['name']);
    return this.rows.map(([index, row]) => {
      const login = this.cell(row, 'login') ?? '';
      const written = this.cell(row, 'group');
      // Users that exist stay where they are.
      const isNew = !records.users?.has(login);
      const isPlaced = written !== undefined || (isNew && this.base.length > 0);
      const group = isPlaced ? this.names(index, 'group', written) : undefined;
      const user: Written = { login, group };
      const name = this.cell(row, 'name');
      if (name !== undefined) user['name'] = name;
      const held = this.cell(row, 'roles');
      if (held !== undefined) user['roles'] = rolesIn(held, roles);
      if (isNew) this.addPassword(user, index, row);
      this.origins.set(user, index);
      return user;
    });
  }

  private addPassword(user: Written, index: number, row: TableRow): void {
    const password = this.cell(row, 'password');
    const variable = `line_${row.line}`;
    if (password !== undefined || this.options.asksPasswords) user['password'] = { env: variable };
    if (password === undefined) return;
    this.secrets.set(variable, password);
    const [issue] = z.safeParse(passwordField, password).error?.issues ?? [];
    if (issue) this.fail(index, 'password', issue.message);
  }

  /** Where a cell is in what's shown. */
  placeOf(row: number, field?: TableField): number {
    const { at = 0, cells = [] } = this.shown.rows[row] ?? {};
    return (field && cells[this.options.columns.fields.indexOf(field)]?.at) ?? at;
  }

  locatorIn(value: unknown): Content['locate'] {
    return (path) => {
      let at = value;
      let row = this.rows[0]?.[0] ?? 0;
      let field: PropertyKey | undefined;
      for (const step of path) {
        at = Object(at)[step] as unknown;
        const origin = typeof at === 'object' && at !== null ? this.origins.get(at) : undefined;
        field = origin === undefined ? (field ?? step) : undefined;
        row = origin ?? row;
      }
      return this.placeOf(row, field as TableField | undefined);
    };
  }
}

/** The names in a text that may be a list of names. */
function namesWritten(text: string): readonly string[] {
  try {
    const names: unknown = text.startsWith('[') ? JSON.parse(text) : namesIn(text);
    if (Array.isArray(names)) return names.map(String);
  } catch {
    // It's a name that begins with a bracket.
  }
  return namesIn(text);
}

/** The roles in a cell: what's between separators, which may also be part of a name. @param known by what they're called */
function rolesIn(text: string, known: ReadonlyMap<string, unknown>): unknown[] {
  for (const separator of [/(?!)/, /[;|\n]/, /[,;|\n]/]) {
    const names = text.split(separator).flatMap((name) => name.trim() || []);
    if (names.every((name) => known.has(name)) || separator.source.includes(','))
      return names.map((name) => known.get(name) ?? name);
  }
  return [];
}

/** A table with bullets in place of its passwords, and of rows whose cells can be in other columns than they seem. */
export function shownTable(table: Table, { header, fields }: Columns): Table {
  const column = fields.indexOf('password');
  if (column === -1) return table;
  let text = '';
  let from = 0;
  for (const { cells, at, end, problem } of table.rows.slice((header ?? -1) + 1)) {
    const isWhole = problem !== undefined || cells.length > fields.length;
    const cell = isWhole ? { at, end } : cells[column];
    if (!cell || cell.at === cell.end) continue;
    // Lines keep their numbers.
    const ends = '\n'.repeat(table.text.slice(cell.at, cell.end).split('\n').length - 1);
    text += `${table.text.slice(from, cell.at)}"${bullets}${ends}"`;
    from = cell.end;
  }
  return parseTable(text + table.text.slice(from), table.separator);
}
