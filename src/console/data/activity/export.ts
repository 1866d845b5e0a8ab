import { csvOf } from '../../lib/csv.ts';
import { pageSize } from '../../lib/load-all.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { readLogEnd, type Log, type LogQuery } from './logs.ts';

/** A file format, and how entries are written in it. */
export interface ExportFormat {
  label: string;
  extension: string;
  type: string;
  /** What comes before the first entry. */
  heading<Entry>(columns: readonly Column<Entry>[]): string;
  lines<Entry>(columns: readonly Column<Entry>[], entries: readonly Entry[]): string;
}

/** The formats that logs are exported in: CSV with the values of all columns, JSON Lines as the service returns them. */
export const exportFormats: readonly ExportFormat[] = [
  {
    label: 'CSV',
    extension: 'csv',
    type: 'text/csv',
    heading: (columns) => csvOf([columns.map(({ header }) => header)]),
    lines: (columns, entries) => csvOf(entries.map((entry) => columns.map(({ text }) => text(entry)))),
  },
  {
    label: 'JSON Lines',
    extension: 'jsonl',
    type: 'application/jsonl',
    heading: () => '',
    lines: (_columns, entries) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  },
];

interface ExportOptions {
  signal: AbortSignal;
  onProgress(exported: number, total: number): void;
}

/**
 * Exports the entries that a log has now, page by page: there may be a million.
 * @returns the file's content in parts
 */
export async function exportLog<Entry>(
  log: Log<Entry>,
  query: LogQuery,
  columns: readonly Column<Entry>[],
  format: ExportFormat,
  { signal, onProgress }: ExportOptions,
): Promise<string[]> {
  const parts = [format.heading(columns)];
  const end = await readLogEnd(log, query, signal);
  for (let exported = 0; ;) {
    // Entries that are added now would shift the pages.
    const { data, rows } = await log.list({ ...end.query, start: exported, limit: pageSize }, { signal });
    if (data.length === 0) return parts;
    parts.push(format.lines(columns, data));
    exported += data.length;
    onProgress(exported, rows);
  }
}
