import { withoutGuard } from '../../contract/csv.ts';

/** What the rows of a table are. */
export type TableKind = 'groups' | 'users';

/** The columns of a table, with what people call them. */
const titles = {
  groups: {
    name: /^(groups? ?name|name|group|title)$/,
    description: /^(desc.*|comments?|notes?)$/,
    parent: /^(parent( ?(group|name|path))?|above|belongs to)$/,
    path: /^(group |full )?path$/,
    id: /^(group )?id$/,
    parent_id: /^parent (group )?id$/,
  },
  users: {
    login: /^(login|user ?name|user|account|e ?mail( address)?)$/,
    name: /^((display|full) ?)?name$/,
    group: /^(group.*|belongs to)$/,
    roles: /^roles?( names?)?$/,
    password: /^(password|pwd|secret)$/,
  },
} as const satisfies Record<TableKind, Record<string, RegExp>>;
export type TableField = keyof (typeof titles)['groups'] | keyof (typeof titles)['users'];

/** The fields that columns can be. */
export const tableFields = {
  groups: Object.keys(titles.groups) as TableField[],
  users: Object.keys(titles.users) as TableField[],
};
/** Of columns without titles, in the order in which people write them. */
const usualOrder = { groups: ['name', 'description', 'parent'], users: ['login', 'name', 'group', 'roles'] };

export interface Cell {
  text: string;
  /** Where it begins and ends in the table's text, with its quotation marks. */
  at: number;
  end: number;
}

export interface TableRow {
  /** The line that it begins on, from 1. */
  line: number;
  at: number;
  end: number;
  cells: readonly Cell[];
  /** What's wrong with how it's written. */
  problem: string | undefined;
}

export interface Table {
  text: string;
  separator: string;
  rows: readonly TableRow[];
}

/** What the columns of a table are. */
export interface Columns {
  kind: TableKind;
  /** The index of the row with the columns' titles, which is skipped with everything above it; undefined for none. */
  header: number | undefined;
  /** The field of each column; undefined for one that isn't read. */
  fields: readonly (TableField | undefined)[];
}

/** The titles are in one of the first rows. */
export const mostHeaderRows = 10;
/** People choose what each one is. */
export const mostColumns = 200;
const separators = [',', ';', '\t', '|'];

/** Whether a text is a table rather than a configuration file. @param name of its file, if it has one */
export function isTable(text: string, name = ''): boolean {
  if (/\.(csv|tsv|txt)$/i.test(name)) return true;
  return !/\.(ya?ml|json)$/i.test(name) && !beginning.test(text);
}

/** Of a configuration file. */
const beginning = /^\s*(?:[{#%]|---|"?(?:palisade|service|groups|roles|users|oidc_providers|x-[\w-]*)"?\s*:)/;

/** Reads CSV (RFC 4180) with any of the usual separators and line ends. Empty rows are skipped. */
export function parseTable(given: string, known?: string): Table {
  // As old Macs end lines.
  const text = given.includes('\n') ? given : given.replaceAll('\r', '\n');
  const named = /^sep=([^\w\n])\r?\n/i.exec(text);
  const from = named?.[0].length ?? 0;
  const separator = known ?? named?.[1] ?? separatorOf(text);
  return { text, separator, rows: rowsOf(text, separator, from) };
}

/** The separator with which the first row has our titles, as in an export; else the most frequent one in the first lines. */
function separatorOf(text: string): string {
  const first = text.split('\n', 20).join('\n');
  const titled = separators.find(
    (separator) => suggestedColumns({ text, separator, rows: rowsOf(first, separator, 0) }).isCertain,
  );
  const unquoted = first.replaceAll(/"[^"]*"/g, '');
  const counts = separators.map((separator) => unquoted.split(separator).length);
  return titled ?? separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

function rowsOf(text: string, separator: string, from: number): TableRow[] {
  const rows: TableRow[] = [];
  const plain = new RegExp(`[^\\n\\${separator}]*`, 'y');
  for (let [at, line] = [from, from === 0 ? 1 : 2]; at < text.length;) {
    const start = at;
    const cells: Cell[] = [];
    let problem: string | undefined;
    do {
      if (cells.length > 0) at += 1;
      const cell = at;
      const isQuoted = text[at] === '"';
      const close = isQuoted ? endOfQuoted(text, at + 1) : at - 1;
      plain.lastIndex = Math.min(close + 1, text.length);
      const end = plain.lastIndex;
      const rest = (plain.exec(text)?.[0] ?? '').replace(/\r$/, '');
      at = plain.lastIndex;
      if (close === text.length) problem = "a quotation mark isn't closed";
      else if (isQuoted && rest.trim() !== '') problem = 'there is text after a closing quotation mark';
      const content = isQuoted ? text.slice(cell + 1, close).replaceAll('""', '"') : rest;
      cells.push({ text: content, at: cell, end: isQuoted ? end : cell + rest.length });
    } while (text[at] === separator);
    if (cells.some((cell) => cell.text.trim() !== ''))
      rows.push({ line, at: start, end: at, cells, problem });
    at += 1;
    line += text.slice(start, at).split('\n').length - 1;
  }
  return rows;
}

/** Where a quoted text ends; the end of the text if it isn't closed. */
function endOfQuoted(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    if (text[at + 1] !== '"') return at;
  }
}

const titleOf = ({ text }: Cell) =>
  withoutGuard(text)
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');

/**
 * What the columns probably are.
 * @param only what the rows are, if that's known
 * @returns also whether the first row says it of every column, so that no one has to be asked
 */
export function suggestedColumns({ rows }: Table, only?: TableKind): Columns & { isCertain: boolean } {
  const first = rows.slice(0, mostHeaderRows);
  const width = Math.max(0, ...first.map(({ cells }) => cells.length));
  const suggest = (kind: TableKind) => {
    const isTitleOf = (field: TableField, cell: Cell | undefined) =>
      cell !== undefined && (titles[kind] as Partial<Record<TableField, RegExp>>)[field]?.test(titleOf(cell));
    const header = first.findIndex(({ cells }) =>
      cells.some((cell) => keys[kind].some((key) => isTitleOf(key, cell))),
    );
    const left = new Set(header === -1 ? usualOrder[kind] : tableFields[kind]) as Set<TableField>;
    const { length } = first[header]?.cells ?? { length: width };
    const fields = Array.from({ length }, (_, index) => {
      const cell = first[header]?.cells[index];
      const field = [...left].find((each) => header === -1 || isTitleOf(each, cell));
      if (field) left.delete(field);
      return field;
    });
    const isCertain = header === 0 && hasKey(kind, fields) && !fields.includes(undefined);
    return { kind, header: header === -1 ? undefined : header, fields, isCertain };
  };
  const all = (only ? [only] : (['users', 'groups'] as const)).map(suggest);
  const isTitled = ({ header }: Columns) => header !== undefined;
  return all.find(({ isCertain }) => isCertain) ?? all.find(isTitled) ?? suggest(only ?? 'groups');
}

/** One of them says which record a row is. */
const keys: Record<TableKind, TableField[]> = { groups: ['name', 'path'], users: ['login'] };

/** Whether the columns say which records the rows are. */
export function hasKey(kind: TableKind, fields: Columns['fields']): boolean {
  return keys[kind].some((key) => fields.includes(key));
}
