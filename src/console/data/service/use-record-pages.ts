import {
  keepPreviousData,
  useQueries,
  useQuery,
  useSuspenseQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Rows } from '../../ui/data-table/columns.ts';
import { allQuery, pageQuery, recordsPerPage, type RecordList, type RecordPage } from './record-pages.ts';
import { queryClient } from '../../query-client.ts';

/**
 * Loads a long list: only the pages in view, or every record if it's sorted. Suspends until the first page is loaded.
 * @param arrange sorts the records; the service only lists them in the order of their IDs
 */
export function useRecordPages<Item>(
  list: RecordList<Item>,
  arrange: ((items: readonly Item[]) => readonly Item[]) | undefined,
) {
  const [view, setView] = useState({ first: 0, last: 0 });
  // The page is drawn again only if other pages are in view, not for every row.
  const onView = useCallback((from: number, to: number) => {
    const [first, last] = [pageOf(from), pageOf(to)];
    setView((latest) => (latest.first === first && latest.last === last ? latest : { first, last }));
  }, []);
  const first = useSuspenseQuery(pageQuery(list, 0));
  const { whole } = first.data;
  const all = useQuery({
    ...allQuery(list),
    placeholderData: keepPreviousData,
    enabled: arrange !== undefined && !whole,
  });
  const { data: every, refetch, dataUpdatedAt: readAt } = all;
  // It shows what's written here (`showInLists`), but not what others have created or deleted since.
  const isOutdated =
    every !== undefined && first.dataUpdatedAt > readAt && first.data.total !== every.items.length;
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  const loaded = whole ? first.data : arrange && all.data;
  // Sorting very many takes a moment, so it doesn't delay what else changes, such as a pressed button.
  const work = useDeferredValue(useMemo(() => ({ items: loaded?.items, arrange }), [loaded, arrange]));
  const sorted = useMemo(() => work.items && (work.arrange?.(work.items) ?? work.items), [work]);
  const further = useQueries({
    queries: sorted ? [] : furtherPages(view).map((page) => pageQuery(list, page)),
    combine: combinePages,
  });
  const cached = queryClient.getQueriesData<RecordPage<Item>>({ queryKey: list.key });
  const { total: length, more } = reached(
    first.data,
    cached.map(([, page]) => page),
  );
  const paged = useMemo(() => {
    const { items } = first.data;
    const pages = new Map([
      [0, items] as const,
      ...further.loaded.map(({ page, items: found }) => [page, found] as const),
    ]);
    return {
      length,
      more,
      at: (index: number) => pages.get(pageOf(index))?.[index % recordsPerPage],
    };
  }, [first.data, further.loaded, length, more]);
  const sorting = !whole && arrange !== undefined && !all.data;
  // An array if every record is loaded.
  const rows: Rows<Item> = sorted ?? paged;
  return {
    rows,
    /** Reports which records are in view. */
    onView,
    error: first.error ?? all.error ?? further.error,
    /** Whether the rows belong to an earlier search or order. */
    stale: all.isPlaceholderData || sorting || work.arrange !== arrange,
    /** Whether every record is being loaded, to sort them. */
    sorting,
    retry: () => {
      for (const query of [first, all, ...further.failed]) if (query.error) void query.refetch();
    },
    /** Loads every record, in order. */
    loadAll: async () => {
      const { items } = whole ? first.data : await queryClient.fetchQuery(allQuery(list));
      return arrange?.(items) ?? items;
    },
  };
}

/** The total of a list; if the service counts only some records after each page, as the page says that counted furthest. */
function reached<Item>(first: RecordPage<Item>, read: readonly (RecordPage<Item> | undefined)[]) {
  const pages = first.more ? read.flatMap((page) => (page && !page.whole ? [page] : [])) : [];
  return pages.reduce((furthest, page) => (page.total >= furthest.total ? page : furthest), first);
}

/** The page that a record is on. */
function pageOf(index: number): number {
  return Math.floor(index / recordsPerPage);
}

/** All pages in view but the list's first. */
function furtherPages({ first, last }: { first: number; last: number }): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset).filter((page) => page > 0);
}

/** Outside the hook: a new function would combine the pages again in every render. */
function combinePages<Item>(results: UseQueryResult<RecordPage<Item>>[]) {
  const failed = results.filter((page) => page.error);
  return { loaded: results.flatMap((page) => page.data ?? []), failed, error: failed[0]?.error };
}
