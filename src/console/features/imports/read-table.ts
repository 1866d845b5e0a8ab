import { tableFields, type TableField } from '../../data/groups/group-table.ts';
import { withoutGuard } from '../../../contract/csv.ts';

/** A row of a table, with the line of the file that it begins on, from 1. */
export interface TableRow {
  line: number;
  cells: string[];
  /** A quoted cell isn't closed, so the row takes the rest of the text. */
  unclosed: boolean;
  /** There is text between a closing quote and the separator. */
  trailing: boolean;
}

/** What the columns of a table are. */
export interface Columns {
  /** The index of the row with the columns' names, which is skipped with everything above it; undefined for none. */
  header: number | undefined;
  /** The field of each column; undefined for one that isn't imported. */
  fields: readonly (TableField | undefined)[];
}

const separators = [',', ';', '\t', '|'] as const;

/** All that programs write, also those of Unicode and of old Macs. In quotation marks, they belong to the cell. */
const lineEnd = /\r\n|[\n\r\u0085\u2028\u2029]/g;

/** Reads a table with any of the usual separators and line ends. Empty lines are skipped. */
export function readTable(text: string): TableRow[] {
  const [line = '', given] = /^sep=(.)(?:\r\n|[\n\r])/i.exec(text) ?? [];
  return parse(text, given ?? separatorOf(text), line.length);
}

/** The separator with which the first row names our columns, as in an export; else the most frequent one in the first lines. */
function separatorOf(text: string): string {
  const first = text.split(lineEnd, 20).join('\n');
  const named = separators.find((separator) => namedColumns(parse(first, separator, 0)));
  if (named !== undefined) return named;
  const unquoted = first.replaceAll(/"[^"]*"/g, '');
  const counts = separators.map((separator) => unquoted.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Parses CSV (RFC 4180). @param from where it begins */
function parse(text: string, separator: string, from: number): TableRow[] {
  const rows: TableRow[] = [];
  const ends = new Set([separator, '\n', '\r', '\u0085', '\u2028', '\u2029']);
  const endOfCell = (start: number) => {
    let at = start;
    while (at < text.length && !ends.has(text[at] ?? '')) at += 1;
    return at;
  };
  let line = from === 0 ? 1 : 2;
  for (let at = from; at < text.length;) {
    const row: TableRow = { line, cells: [], unclosed: false, trailing: false };
    for (let inRow = true; inRow;) {
      if (text[at] === '"') {
        const end = endOfQuoted(text, at + 1);
        row.unclosed ||= end === text.length;
        const cell = text.slice(at + 1, end);
        line += cell.split(lineEnd).length - 1;
        row.cells.push(withoutGuard(cell.replaceAll('""', '"')));
        at = endOfCell(end + 1);
        row.trailing ||= text.slice(end + 1, at).trim() !== '';
      } else {
        const end = endOfCell(at);
        row.cells.push(withoutGuard(text.slice(at, end)));
        at = end;
      }
      inRow = text[at] === separator;
      at += text.startsWith('\r\n', at) ? 2 : 1;
    }
    line += 1;
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
  }
  return rows;
}

function endOfQuoted(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    if (text[at + 1] !== '"') return at;
  }
}

/** How people call the fields. */
const aliases: Record<TableField, RegExp> = {
  name: /^(groups? ?name|name|group|title)$/,
  description: /^(desc.*|comments?|notes?)$/,
  parent: /^(parent.*|(group )?path|above|belongs to)$/,
};

const titleOf = (cell: string) => cell.trim().toLowerCase();

/** The columns if the first row names all of them as we do; otherwise people must say what they are. */
export function namedColumns([first]: readonly TableRow[]): Columns | undefined {
  const titles = first?.cells.map(titleOf) ?? [];
  const fields = titles.map((title) => tableFields.find((field) => field === title));
  const isNamed = fields.includes('name') && !fields.includes(undefined);
  return isNamed && new Set(fields).size === fields.length ? { header: 0, fields } : undefined;
}

/** What the columns probably are. */
export function suggestedColumns(rows: readonly TableRow[]): Columns {
  const header = rows
    .slice(0, maxHeader)
    .findIndex(({ cells }) => cells.some((cell) => aliases.name.test(titleOf(cell))));
  const width = Math.max(...rows.slice(0, maxHeader).map(({ cells }) => cells.length), 0);
  const titles = rows[header]?.cells.map(titleOf);
  const used = new Set<TableField>();
  const fields = Array.from({ length: width }, (_, index) => {
    const field = titles
      ? tableFields.find((each) => !used.has(each) && aliases[each].test(titles[index] ?? ''))
      : tableFields[index];
    if (field) used.add(field);
    return field;
  });
  return { header: header === -1 ? undefined : header, fields };
}

/** The columns' names are in one of the first rows. */
export const maxHeader = 10;
