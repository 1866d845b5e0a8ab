import { groupImportLine } from '../../../contract/groups/group-imports.ts';
import { defaultGroupId, groupIdOf, type Group } from '../../../contract/groups/groups.ts';
import { limits } from '../../../contract/limits.ts';
import { writeNames } from '../../data/groups/group-table.ts';
import { withRecordPaths } from '../../../client/record-paths.ts';
import { formatNumber } from '../../lib/text.ts';
import { placeRows, type ImportRow, type KnownGroups } from './place-rows.ts';
import { namedColumns, readTable, type Columns, type TableRow } from './read-table.ts';

/** A parsed text. */
export interface ParsedImport {
  format: 'CSV' | 'JSON' | 'JSON lines' | 'nothing';
  rows: ImportRow[];
  /** A problem with the text as a whole. */
  problem?: string;
  /** The rows of a table whose columns aren't known. */
  table?: TableRow[];
}

/** What a browser substitutes for bytes that aren't UTF-8. */
const replacementCharacter = '\uFFFD';

/**
 * Parses groups from a table, a JSON array, JSON lines or a response of `GET /groups`; the first character decides which.
 * @param columns of a table that doesn't name them as we do
 * @param known the existing groups, against which the rows are checked; undefined while they aren't all loaded
 */
export function parseImport(text: string, columns?: Columns, known?: KnownGroups): ParsedImport {
  // Whitespace stays: lines are counted from the top, and a leading tab is an empty cell.
  const whole = text.replace(/^\uFEFF/, '');
  const first = /\S/.exec(whole)?.[0];
  if (first === undefined) return { format: 'nothing', rows: [] };
  if (whole.includes(replacementCharacter)) {
    const problem = `Some characters aren't UTF-8 (${replacementCharacter}). Save the file as UTF-8 and choose it again`;
    return { format: 'nothing', rows: [], problem };
  }
  const parsed = first === '[' || first === '{' ? fromJson(whole) : fromTable(whole, columns);
  placeRows(parsed.rows, known);
  if (parsed.rows.length === 0 && !parsed.table) return { problem: 'There are no groups in it', ...parsed };
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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (text.trimStart().startsWith('{')) return fromJsonLines(text);
    return { format: 'JSON', rows: [], problem: `Invalid JSON: ${(error as Error).message}` };
  }
  // The body of an import is `{ "data": { "groups": … } }`.
  const found = [[], ['data'], ['groups'], ['data', 'groups']]
    .map((keys) => ({ keys, list: keys.reduce((at: unknown, key) => Object(at)[key] as unknown, value) }))
    .find(({ list }) => Array.isArray(list)) as { keys: string[]; list: unknown[] } | undefined;
  const list = found?.list;
  const records = list && isApiList(list) ? fromApi(list) : (list ?? [value]);
  const lines = found ? itemLines(text, found.keys) : [];
  // Without lines, they're counted: items that aren't objects have none.
  const lineOf = (index: number) => (lines.length === records.length && lines[index]) || index + 1;
  const rows = records.flatMap((record, index) => (record === skipped ? [] : [rowOf(lineOf(index), record)]));
  return { format: 'JSON', rows };
}

/**
 * The lines on which the objects of a list start: parsed JSON doesn't say where a value was.
 * @param keys that lead to the list
 */
function itemLines(text: string, keys: readonly string[]): number[] {
  const lines: number[] = [];
  let line = 1;
  /** The last key of each object or list that is open; a list has none. */
  const open: string[] = [];
  for (const [token, key] of text.matchAll(/("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|[[\]{}]|\n/g)) {
    if (token === '\n') line += 1;
    else if (key !== undefined) open[open.length - 1] = JSON.parse(key) as string;
    else if (token === '[' || token === '{') {
      const isItem = open.length === keys.length + 1 && keys.every((each, index) => each === open[index]);
      if (token === '{' && isItem) lines.push(line);
      open.push('');
    } else if (token === ']' || token === '}') open.pop();
  }
  return lines;
}

/** In place of the Default group, which exists everywhere. */
const skipped = Symbol('skipped');

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

function isApiList(list: readonly unknown[]): boolean {
  return list.some((item) => 'group_resource' in Object(item) || 'parent_resource' in Object(item));
}

/** What the API lists, without the Default group. Parents that are in the list are named, so that it can go to another service. */
function fromApi(list: readonly unknown[]): unknown[] {
  // Not every item of another service's list is a group.
  const groups = withRecordPaths(list).map((item) => Object(item) as Partial<Group>);
  const byPath = new Map(groups.map((group) => [group.group_resource, group]));
  const isDefault = (path: string | undefined) => groupIdOf(path ?? '') === defaultGroupId;
  return groups.map(({ name, description: text, group_resource: path, parent_resource: parent }) => {
    if (isDefault(path)) return skipped;
    const description = text ?? '';
    const names: unknown[] = [];
    let above = parent;
    for (let at = byPath.get(above ?? ''); at && !isDefault(above) && names.length < limits.importDepth;) {
      names.unshift(at.name);
      above = at.parent_resource;
      at = byPath.get(above ?? '');
    }
    if (!parent || (names.length === 0 && isDefault(parent))) return { name, description };
    // Part of a list lacks groups above: then the parent is the one that exists here.
    const isWhole = names.length > 0 && (above === undefined || isDefault(above));
    return { name, description, parent: isWhole ? names : parent };
  });
}

/** People choose what each one is. */
const mostColumns = 200;

function fromTable(text: string, columns: Columns | undefined): ParsedImport {
  const table = readTable(text);
  if (table.length === 0) return { format: 'CSV', rows: [] };
  const width = table.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (width > mostColumns) {
    const [most, found] = [mostColumns, width].map((each) => formatNumber(each));
    return {
      format: 'CSV',
      rows: [],
      problem: `A table can have at most ${most} columns; this one has ${found}`,
    };
  }
  const known = columns ?? namedColumns(table);
  if (!known) return { format: 'CSV', rows: [], table };
  const records = known.header === undefined ? table : table.slice(known.header + 1);
  return { format: 'CSV', rows: records.map((row) => fromCells(row, known.fields)) };
}

function fromCells({ line, cells, unclosed, trailing }: TableRow, fields: Columns['fields']): ImportRow {
  const value: Record<string, unknown> = {};
  for (const [index, field] of fields.entries()) {
    const cell = cells[index] ?? '';
    if (field && (field !== 'parent' || cell.trim() !== '')) value[field] = cell;
  }
  const row = rowOf(line, value);
  if (unclosed) row.problems.push("a quotation mark isn't closed");
  if (trailing) row.problems.push('there is text after a closing quotation mark');
  if (cells.length > fields.length)
    row.problems.push(`there are ${cells.length} values for ${fields.length} columns`);
  return row;
}

const withLine = (value: unknown, line: number) =>
  typeof value === 'object' && value !== null ? { line, ...value } : value;

/** A row; a parent that is a text is read later, when all rows are known. */
function rowOf(line: number, value: unknown): ImportRow {
  const { name, parent } = Object(value) as Record<string, unknown>;
  const written = typeof parent === 'string' ? parent.trim() : undefined;
  const isPath = written?.startsWith('/') === true;
  const parsed = groupImportLine.safeParse(
    written === undefined || isPath ? withLine(value, line) : { ...Object(value), parent: undefined, line },
  );
  // Each of the names in it may be as long as a name.
  if (parsed.success && written && !isPath) parsed.data.parent = [written];
  const shown = {
    line,
    name: typeof name === 'string' ? name : '',
    parent: Array.isArray(parent) ? writeNames(parent.map(String)) : (written ?? ''),
  };
  if (parsed.success) return { ...shown, group: parsed.data, problems: [] };
  const problems = parsed.error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: unknown field`;
    return [issue.path.slice(0, 1).join('.'), issue.message].filter(Boolean).join(': ');
  });
  return { ...shown, problems };
}
