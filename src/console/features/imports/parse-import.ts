import { groupImportLine, type GroupImportLine } from '../../../contract/groups/group-imports.ts';
import { limits } from '../../../contract/limits.ts';
import { formatNumber, msg } from '../../lib/text.ts';

/** A group to import, as written in the text. */
export interface ImportRow {
  /** The line that it begins on, from 1. */
  line: number;
  name: string;
  parent: string;
  /** What is sent; absent if the row is invalid. */
  group?: GroupImportLine;
  problems: string[];
}

/** A parsed text. */
export interface ParsedImport {
  format: 'CSV' | 'JSON' | 'JSON lines' | 'nothing';
  rows: ImportRow[];
  /** A problem with the text as a whole. */
  problem?: string;
}

const columns = ['name', 'description', 'parent'];
const between = ' > ';
/** What a browser substitutes for bytes that aren't UTF-8. */
const replacementCharacter = '\uFFFD';

/** Parses groups from CSV, a JSON array or JSON lines; the first character decides which. */
export function parseImport(text: string): ParsedImport {
  // Whitespace stays: lines are counted from the top, and a leading tab is an empty cell.
  const whole = text.replace(/^\uFEFF/, '');
  const first = /\S/.exec(whole)?.[0];
  if (first === undefined) return { format: 'nothing', rows: [] };
  if (whole.includes(replacementCharacter)) {
    const problem = `Some characters aren't UTF-8 (${replacementCharacter}). Save the file as UTF-8 and choose it again`;
    return { format: 'nothing', rows: [], problem };
  }
  const parsed = first === '[' ? fromJson(whole) : first === '{' ? fromJsonLines(whole) : fromCsv(whole);
  markDuplicates(parsed.rows);
  if (parsed.problem === undefined && parsed.rows.length > limits.importLines) {
    const max = formatNumber(limits.importLines);
    return {
      ...parsed,
      problem: `An import can have at most ${max} groups; this one has ${formatNumber(parsed.rows.length)}`,
    };
  }
  return parsed;
}

function fromJson(text: string): ParsedImport {
  try {
    const values: unknown = JSON.parse(text);
    const list = Array.isArray(values) ? values : [values];
    return { format: 'JSON', rows: list.map((value, index) => rowOf(index + 1, value)) };
  } catch (error) {
    return { format: 'JSON', rows: [], problem: `Invalid JSON: ${(error as Error).message}` };
  }
}

function fromJsonLines(text: string): ParsedImport {
  const rows = text.split('\n').flatMap((source, index) => {
    if (source.trim() === '') return [];
    try {
      return [rowOf(index + 1, JSON.parse(source))];
    } catch {
      return [{ line: index + 1, name: '', parent: '', problems: ['invalid JSON'] }];
    }
  });
  return { format: 'JSON lines', rows };
}

function fromCsv(text: string): ParsedImport {
  const rows = parseCsv(text, separatorOf(text));
  const [first] = rows;
  const header = first?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const hasHeader = header.includes('name');
  const names = hasHeader ? header : columns;
  const unknown = names.filter((name) => !columns.includes(name));
  if (unknown.length > 0) {
    const list = msg`${unknown.map((name) => JSON.stringify(name))}`;
    return {
      format: 'CSV',
      rows: [],
      problem: `Unknown columns: ${list}. The columns are name, description and parent`,
    };
  }
  return { format: 'CSV', rows: (hasHeader ? rows.slice(1) : rows).map((row) => fromCells(row, names)) };
}

function fromCells({ line, cells, unclosed, trailing }: CsvRow, names: readonly string[]): ImportRow {
  const value: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) {
    const cell = cells[index] ?? '';
    if (name !== 'parent') value[name] = cell;
    else if (cell.trim() !== '') value[name] = parentOf(cell.trim());
  }
  const row = rowOf(line, value);
  if (unclosed) row.problems.push("a quotation mark isn't closed");
  if (trailing) row.problems.push('there is text after a closing quotation mark');
  if (cells.length > names.length)
    row.problems.push(`there are ${cells.length} values for ${names.length} columns`);
  return row;
}

/** A path such as `/groups/5`, or names from the top such as `EMEA > Acme`. */
function parentOf(cell: string): string | string[] {
  return cell.startsWith('/groups/') ? cell : cell.split(/[>›]/).map((name) => name.trim());
}

function rowOf(line: number, value: unknown): ImportRow {
  const parsed = groupImportLine.safeParse(value);
  const { name, parent } = (value ?? {}) as Record<string, unknown>;
  const shown = {
    line,
    name: typeof name === 'string' ? name : '',
    parent: Array.isArray(parent) ? parent.join(between) : typeof parent === 'string' ? parent : '',
  };
  if (parsed.success) return { ...shown, group: parsed.data, problems: [] };
  const problems = parsed.error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: unknown field`;
    return [issue.path.join('.'), issue.message].filter(Boolean).join(': ');
  });
  return { ...shown, problems };
}

function markDuplicates(rows: readonly ImportRow[]): void {
  const seen = new Map<string, number>();
  for (const row of rows) {
    if (!row.group) continue;
    const place = JSON.stringify([row.group.parent, row.group.name]);
    const first = seen.get(place);
    if (first === undefined) seen.set(place, row.line);
    else row.problems.push(`name: line ${first} has the same name and parent`);
  }
}

/** A CSV row, with the line that it begins on, from 1. */
interface CsvRow {
  line: number;
  cells: string[];
  /** A quoted cell isn't closed, so the row takes the rest of the text. */
  unclosed: boolean;
  /** There is text between a closing quote and the separator. */
  trailing: boolean;
}

const separators = [',', ';', '\t'] as const;

/** Guesses the separator: the most frequent one in the first line that isn't empty. */
function separatorOf(text: string): string {
  const first = /^.*\S.*$/m.exec(text)?.[0] ?? '';
  const counts = separators.map((separator) => first.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Parses CSV (RFC 4180) with any separator and line endings. Empty lines are skipped. */
function parseCsv(text: string, separator: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  for (let at = 0; at < text.length;) {
    const row: CsvRow = { line, cells: [], unclosed: false, trailing: false };
    for (let inRow = true; inRow;) {
      if (text[at] === '"') {
        const end = endOfQuoted(text, at + 1);
        row.unclosed ||= end === text.length;
        const cell = text.slice(at + 1, end);
        line += cell.split('\n').length - 1;
        row.cells.push(cell.replaceAll('""', '"'));
        at = endOfCell(text, end + 1, separator);
        row.trailing ||= text.slice(end + 1, at).trim() !== '';
      } else {
        const end = endOfCell(text, at, separator);
        row.cells.push(text.slice(at, end).replace(/\r$/, ''));
        at = end;
      }
      inRow = text[at] === separator;
      at += 1;
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

function endOfCell(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1;
  return at;
}
