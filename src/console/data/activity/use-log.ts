import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import {
  recentQuery,
  type Log,
  logEndQuery,
  logPages,
  newerQuery,
  type LogQuery,
  recordChangesQuery,
} from './logs.ts';
import type { Rows } from '../../ui/data-table/columns.ts';
import { useRecordPages } from '../service/use-record-pages.ts';
import { formatNumber } from '../../lib/text.ts';

const none: never[] = [];

/**
 * Lists a log page by page, and adds newer entries while its top is in view. Suspends until the first page is loaded.
 * @param still holds newer entries back, because someone may be about to click a row
 */
export function useLog<Entry>(log: Log<Entry>, query: LogQuery, still: boolean) {
  const { data: end } = useSuspenseQuery(logEndQuery(log, query));
  const pages = useRecordPages(logPages(log, query, end), undefined);
  const { data } = useQuery({ ...newerQuery(log, query, end), enabled: !('until' in query) });
  const newer = data?.entries ?? none;
  const [atTop, setAtTop] = useState(true);
  const [added, setAdded] = useState(0);
  if (atTop && !still && added !== newer.length) setAdded(newer.length);
  const { onView, rows } = pages;
  return {
    rows: useMemo(
      () => following(newer.slice(Math.max(0, newer.length - added)), rows),
      [newer, added, rows],
    ),
    onView: useCallback(
      (first: number, last: number) => {
        setAtTop(first === 0);
        onView(Math.max(0, first - added), Math.max(0, last - added));
      },
      [onView, added],
    ),
    /** How many newer entries are held back, so that rows don't move. */
    held: Math.max(0, newer.length - added),
    /** Adds the newer entries. */
    showNewer: () => setAdded(newer.length),
    error: pages.error,
    retry: pages.retry,
  };
}

/** Rows after others. */
function following<Entry>(first: readonly Entry[], rest: Rows<Entry>): Rows<Entry> {
  return {
    length: first.length + rest.length,
    more: rest.more,
    at: (index) => (index < first.length ? first[index] : rest.at(index - first.length)),
  };
}

/**
 * Names a record by the newest entry about it, which also works for deleted ones.
 * @param parameter the log's filter that finds the entry
 * @param path the record's path, if there's one to name
 * @returns the name; the path until it's known, or if no entry has it
 */
export function useRecordedName<Entry>(
  log: Log<Entry>,
  parameter: string,
  path: string | undefined,
  nameOf: (entry: Entry) => string | null,
): string | undefined {
  const { data } = useQuery({
    ...recentQuery(log, path === undefined ? {} : { [parameter]: path }, 1),
    enabled: path !== undefined,
  });
  const entry = path === undefined ? undefined : data?.entries[0];
  return (entry && nameOf(entry)) ?? path;
}

/** How many changes to a record are in the log: "3", "1,000+"; undefined while that's unknown. */
export function useChangeCount(resource: string | undefined): string | undefined {
  const enabled = resource !== undefined;
  const { data } = useQuery({ ...recordChangesQuery(resource ?? ''), enabled });
  return data && `${formatNumber(data.entries.length)}${data.complete ? '' : '+'}`;
}
