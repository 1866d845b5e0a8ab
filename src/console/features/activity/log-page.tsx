import { Button, Group, Text, Title } from '@mantine/core';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { errorProps } from '../../data/access/error-props.tsx';
import { useExport } from '../../data/activity/log-files.ts';
import type { LogState } from '../../data/activity/filters.ts';
import { entryId, type Log, type LogQuery } from '../../data/activity/logs.ts';
import { useLog } from '../../data/activity/use-log.ts';
import { useWindowEvent } from '@mantine/hooks';
import { handlesKeys, useSingleKey } from '../../lib/keys.ts';
import { count } from '../../lib/text.ts';
import type { Column, Rows } from '../../ui/data-table/columns.ts';
import type { DataTableProps } from '../../ui/data-table/table-props.ts';
import type { ChangeListState } from '../../ui/data-table/list-state.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { usePaneFocus } from '../../ui/focus/use-pane-focus.ts';
import { HelpLink } from '../../ui/page.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { periodFilter, TimesFilter, timesLimit } from './log-filters.tsx';
import classes from './activity.module.css';

interface LogPageProps<Entry>
  extends LogViewProps, Required<Pick<DataTableProps<Entry>, 'searches' | 'filters'>> {
  title: string;
  log: Log<Entry>;
  columns: readonly Column<Entry>[];
  query: LogQuery;
  /** Above the list. */
  summary?: ReactNode;
}

/** An entry that's shown next to the list. */
export interface OpenEntry {
  id: number;
  panel: ReactNode;
  /** Shows another one, to which a key has moved. */
  onMove(id: number): void;
  onClose(): void;
}

/** What the page of one log is given. */
export interface LogViewProps {
  state: LogState;
  onState: ChangeListState;
  entry: OpenEntry | undefined;
}

const columnsBesideEntry = 5;

/** A log with its filters. It's updated while its top is in view, and shows an entry next to it. */
export function LogPage<Entry>(props: LogPageProps<Entry>) {
  const { title, log, columns, query, state, onState, summary, entry } = props;
  useTitle(entry === undefined ? title : undefined);
  // Deferred, so that the current rows stay until the filtered ones are loaded.
  const listed = useDeferredValue(query);
  const [still, setStill] = useState(false);
  const live = useLog(log, listed, still);
  const exporting = useExport(log, columns, listed);
  const { rows, held, error } = live;
  const open = entry !== undefined;
  const panes = usePaneFocus(entry?.id ?? null);
  useEntryKeys(rows, log, entry);
  // The entry shows the rest.
  const shown = useMemo(() => (open ? columns.slice(0, columnsBesideEntry) : columns), [open, columns]);
  // Another number scrolls to the top.
  const [start, setStart] = useState(0);
  return (
    <div ref={panes} className={classes.panes} data-entry={open || undefined}>
      <section aria-label={title} className={classes.log}>
        <Group mih={38}>
          <Title order={open ? 2 : 1} size="h1" tabIndex={-1}>
            {title}
          </Title>
          <HelpLink chapter="administrator#find-out-who-did-what" />
          {/* Not beside the filters, which would wrap and move the rows. */}
          <Text c="dimmed" role="status" aria-live={exporting.progress ? undefined : 'off'}>
            {exporting.progress}
          </Text>
          {exporting.progress && <Button onClick={exporting.cancel}>Cancel export</Button>}
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
        </Group>
        {summary}
        <div
          className={classes.table}
          // Rows must not move under the pointer or the focus.
          onPointerOver={({ target }) => setStill(isInGrid(target))}
          onPointerLeave={() => setStill(false)}
        >
          <DataTable
            state={state}
            onState={onState}
            searches={props.searches}
            filters={[...props.filters, periodFilter]}
            listed={Object.keys(listed).length > 0 ? JSON.stringify(listed) : ''}
            narrowedTo={String(start)}
            id={log.name}
            label={title}
            noun={log.noun}
            rows={rows}
            columns={shown}
            keyOf={log.keyOf}
            current={entry && log.pathOf(entry.id)}
            onMove={entry && ((item: Entry) => entry.onMove(entryId(log.keyOf(item))))}
            onView={live.onView}
            stale={listed !== query}
            exports={exporting.formats}
            error={error && errorProps(error, live.retry)}
            empty={<Text>No {log.noun}s are visible to you</Text>}
            limit={timesLimit(state, onState)}
            pickers={<TimesFilter state={state} onState={onState} />}
          />
        </div>
      </section>
      {entry && <section className={classes.entry}>{entry.panel}</section>}
    </div>
  );
}

/** `j` and `k` show the next and previous entry, Escape closes it. */
function useEntryKeys<Entry>(rows: Rows<Entry>, log: Log<Entry>, entry: OpenEntry | undefined) {
  const step = (by: 1 | -1) => {
    if (!entry) return;
    const current = log.pathOf(entry.id);
    const at = Array.from({ length: rows.length }, (_, index) => rows.at(index)).findIndex(
      (row) => row !== undefined && log.keyOf(row) === current,
    );
    const next = at === -1 || at + by < 0 ? undefined : rows.at(at + by);
    if (next !== undefined) entry.onMove(entryId(log.keyOf(next)));
  };
  useSingleKey('j', () => step(1));
  useSingleKey('k', () => step(-1));
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !entry || handlesKeys(event.target)) return;
    entry.onClose();
  });
}

function isInGrid(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role=grid]') !== null;
}
