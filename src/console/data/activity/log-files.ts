import { useEffect, useRef, useState } from 'react';
import type { Log, LogQuery } from './logs.ts';
import { notify } from '../notifications/notify.ts';
import { download } from '../../lib/download.ts';
import { formatNumber } from '../../lib/text.ts';
import { csvCell, csvHeader, type Column } from '../../ui/data-table/columns.ts';
import { limits } from '../../../contract/limits.ts';
import { writeCsv } from '../../lib/csv.ts';
import { pageSize } from '../../../client/lists.ts';

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
    heading: (columns) => writeCsv([columns.map((column) => csvHeader(column))]),
    lines: (columns, entries) =>
      writeCsv(entries.map((entry) => columns.map((column) => csvCell(column, entry)))),
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
  /** @param total undefined if the service counted only some */
  onProgress(exported: number, total: number | undefined): void;
}

/**
 * Exports the entries of a log, newest first. It's read from its first entry on, following the cursor: later pages take no
 * longer, and entries that are added don't shift them.
 * @returns the file's content in parts
 */
export async function exportLog<Entry>(
  log: Log<Entry>,
  query: LogQuery,
  columns: readonly Column<Entry>[],
  format: ExportFormat,
  { signal, onProgress }: ExportOptions,
): Promise<string[]> {
  const parts: string[] = [];
  let exported = 0;
  for (let after = '0'; ;) {
    const { data, rows, next } = await log.list({ ...query, after, limit: pageSize }, { signal });
    parts.push(format.lines(columns, data.toReversed()));
    if (data.length < pageSize) return [format.heading(columns), ...parts.toReversed()];
    const total = rows === pageSize + limits.countedAhead ? undefined : exported + rows;
    exported += data.length;
    onProgress(exported, total);
    after = next;
  }
}

/** Exports every entry that matches a query, which takes a while if there are many. Leaving the page cancels it. */
export function useExport<Entry>(log: Log<Entry>, columns: readonly Column<Entry>[], query: LogQuery) {
  const [progress, setProgress] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = () => {
    running.current?.abort();
    setProgress(undefined);
  };
  const run = async (format: ExportFormat) => {
    cancel();
    const { signal } = (running.current = new AbortController());
    setProgress('Exporting…');
    try {
      const parts = await exportLog(log, query, columns, format, {
        signal,
        onProgress: (exported, total) => {
          const of = total === undefined ? '' : ` of ${formatNumber(total)}`;
          setProgress(`Exported ${formatNumber(exported)}${of}`);
        },
      });
      download(`${log.name}.${format.extension}`, format.type, parts);
    } catch (error) {
      if (!signal.aborted) notify.error(`Couldn't export the ${log.noun}s`, error);
    }
    if (!signal.aborted) setProgress(undefined);
  };
  return {
    formats: exportFormats.map((format) => ({ label: format.label, run: () => void run(format) })),
    /** How far it has come, while it's running. */
    progress,
    cancel,
  };
}
