import { Button, Text, Title } from '@mantine/core';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { problemOf } from '../../data/problem-of.ts';
import { useExport } from './use-export.ts';
import type { Log, LogQuery } from '../../data/activity/logs.ts';
import { useLog } from '../../data/activity/use-log.ts';
import { count } from '../../lib/text.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTitle } from '../../ui/use-title.ts';
import classes from './activity.module.css';

interface LogPageProps<Entry> {
  title: string;
  log: Log<Entry>;
  columns: readonly Column<Entry>[];
  query: LogQuery;
  /** The filters. */
  filters: ReactNode;
  /** Removes all filters; undefined if there are none. */
  onClear: (() => void) | undefined;
  /** The open entry, shown next to the list. */
  entry: ReactNode;
}

const columnsBesideEntry = 5;

/** A log with its filters. It's updated while its top is in view, and shows an entry next to it. */
export function LogPage<Entry>({ title, log, columns, query, filters, onClear, entry }: LogPageProps<Entry>) {
  useTitle(entry === undefined ? title : undefined);
  // Deferred, so that the current rows stay until the filtered ones are loaded.
  const listed = useDeferredValue(query);
  const [still, setStill] = useState(false);
  const live = useLog(log, listed, still);
  const exporting = useExport(log, columns, listed);
  const { rows, held, error } = live;
  const open = entry !== undefined;
  // The entry shows the rest.
  const shown = useMemo(() => (open ? columns.slice(0, columnsBesideEntry) : columns), [open, columns]);
  // A new key starts at the top.
  const [start, setStart] = useState(0);
  return (
    <div className={classes.panes} data-entry={open || undefined}>
      <section aria-label={title} className={classes.log}>
        <Title order={open ? 2 : 1} size="h1" tabIndex={-1}>
          {title}
        </Title>
        <div
          className={classes.table}
          // Rows must not move under the pointer or the focus.
          onPointerOver={({ target }) => setStill(isInGrid(target))}
          onPointerLeave={() => setStill(false)}
        >
          <DataTable
            key={`${JSON.stringify(listed)} ${start}`}
            id={log.name}
            label={title}
            noun={log.noun}
            rows={rows}
            columns={shown}
            keyOf={log.keyOf}
            onView={live.onView}
            stale={listed !== query}
            exports={exporting.formats}
            error={error && problemOf(error, live.retry)}
            empty={
              <Text size="sm">{onClear ? `No ${log.noun}s match these filters` : `No ${log.noun}s yet`}</Text>
            }
            toolbar={
              <>
                {filters}
                {onClear && <Button onClick={onClear}>Clear filters</Button>}
                <Text size="sm" className="muted" role="status">
                  {exporting.progress ?? `${count(rows.length, log.noun)}${onClear ? ' found' : ''}`}
                </Text>
                {exporting.cancel && <Button onClick={exporting.cancel}>Cancel export</Button>}
                {held > 0 && (
                  <Button
                    variant="light"
                    onClick={() => {
                      live.showNewer();
                      setStart(start + 1);
                    }}
                  >
                    Show {count(held, `new ${log.noun}`)}
                  </Button>
                )}
              </>
            }
          />
        </div>
      </section>
      {open && <section className={classes.entry}>{entry}</section>}
    </div>
  );
}

function isInGrid(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role=grid]') !== null;
}
