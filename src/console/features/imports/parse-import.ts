import { groupImportLine, type GroupImportLine } from '../../../contract/groups/group-imports.ts';
import { limits } from '../../../contract/limits.ts';
import { formatNumber, isolate } from '../../lib/text.ts';
import { parseCsv, separatorOf, type CsvRow } from './csv.ts';

/** A group to import, as the text has it. */
export interface ImportRow {
  /** The line of the text that it begins on, from 1. */
  line: number;
  name: string;
  parent: string;
  /** What is sent; absent where something is wrong with it. */
  group?: GroupImportLine;
  problems: string[];
}

/** What a text says. */
export interface ParsedImport {
  format: 'CSV' | 'JSON' | 'JSON lines' | 'nothing';
  rows: ImportRow[];
  /** What is wrong with the text as a whole. */
  problem?: string;
}

const columns = ['name', 'description', 'parent'];
const between = ' > ';
/** What a browser puts for bytes that are not UTF-8. */
const lost = '\uFFFD';

/** Reads groups from CSV, a JSON list, or JSON lines; which of them it is shows in the first character. */
export function parseImport(text: string): ParsedImport {
  // Spaces stay: lines are counted from the first one, and a tab may stand for an empty cell.
  const whole = text.replace(/^\uFEFF/, '');
  const first = /\S/.exec(whole)?.[0];
  if (first === undefined) return { format: 'nothing', rows: [] };
  if (whole.includes(lost)) {
    const problem = `Some characters of this could not be read (${lost}): save the file as UTF-8, and choose it again`;
    return { format: 'nothing', rows: [], problem };
  }
  const parsed = first === '[' ? fromJson(whole) : first === '{' ? fromJsonLines(whole) : fromCsv(whole);
  markDoubles(parsed.rows);
  if (parsed.problem === undefined && parsed.rows.length > limits.importLines) {
    const most = formatNumber(limits.importLines);
    return {
      ...parsed,
      problem: `An import takes ${most} groups at most; these are ${formatNumber(parsed.rows.length)}`,
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
    return {
      format: 'JSON',
      rows: [],
      problem: `This is not valid JSON: ${(error as Error).message}`,
    };
  }
}

function fromJsonLines(text: string): ParsedImport {
  const rows = text.split('\n').flatMap((source, index) => {
    if (source.trim() === '') return [];
    try {
      return [rowOf(index + 1, JSON.parse(source))];
    } catch {
      return [{ line: index + 1, name: '', parent: '', problems: ['is not valid JSON'] }];
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
    const list = unknown.map((name) => isolate(JSON.stringify(name))).join(', ');
    return {
      format: 'CSV',
      rows: [],
      problem: `The columns are name, description and parent; there is ${list}`,
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
  if (unclosed) row.problems.push('a quotation mark is not closed');
  if (trailing) row.problems.push('has text after a closing quotation mark');
  if (cells.length > names.length)
    row.problems.push(`has ${cells.length} values for ${names.length} columns`);
  return row;
}

/** `/groups/5` as it is; else names from the Default group down, such as `EMEA > Acme`. */
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
    if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: not known`;
    return [issue.path.join('.'), issue.message].filter(Boolean).join(': ');
  });
  return { ...shown, problems };
}

function markDoubles(rows: readonly ImportRow[]): void {
  const seen = new Map<string, number>();
  for (const row of rows) {
    if (!row.group) continue;
    const place = JSON.stringify([row.group.parent, row.group.name]);
    const first = seen.get(place);
    if (first === undefined) seen.set(place, row.line);
    else row.problems.push(`name: line ${first} has the same name and parent`);
  }
}
