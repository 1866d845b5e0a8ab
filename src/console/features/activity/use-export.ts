import { useEffect, useRef, useState } from 'react';
import { exportFormats, exportLog, type ExportFormat } from '../../data/activity/export.ts';
import type { Log, LogQuery } from '../../data/activity/logs.ts';
import { notify } from '../../data/notifications/notify.ts';
import { download } from '../../lib/download.ts';
import { formatNumber } from '../../lib/text.ts';
import type { Column } from '../../ui/data-table/columns.ts';

/** Exports of a log, which take a while if it's long. */
interface LogExport {
  formats: readonly { label: string; run(): void }[];
  /** How far it has come, while it's running. */
  progress: string | undefined;
  cancel: (() => void) | undefined;
}

/** Exports every entry that matches a query. Leaving the page cancels it. */
export function useExport<Entry>(
  log: Log<Entry>,
  columns: readonly Column<Entry>[],
  query: LogQuery,
): LogExport {
  const [progress, setProgress] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (format: ExportFormat) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const { signal } = control;
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
    } finally {
      if (running.current === control) setProgress(undefined);
    }
  };
  return {
    formats: exportFormats.map((format) => ({ label: format.label, run: () => void run(format) })),
    progress,
    cancel:
      progress === undefined
        ? undefined
        : () => {
            running.current?.abort();
            setProgress(undefined);
          },
  };
}
