import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readPage, recordsPerPage, type RecordSource } from './record-pages.ts';

/** A long list that loads only the pages in view. */
export interface PagedList<Item> {
  /** Undefined until the first page is loaded. */
  total: number | undefined;
  /** How many records the service counts but doesn't return. */
  missing: number;
  itemAt(index: number): Item | undefined;
  /** Reports which records are in view. */
  onView(first: number, last: number): void;
  error: unknown;
  /** Whether the rows belong to an earlier search. */
  stale: boolean;
  retry(): void;
}

/** Loads a long list page by page. @param key the list's query key, including all its filters */
export function useRecordPages<Item>(key: readonly unknown[], source: RecordSource<Item>): PagedList<Item> {
  const [view, setView] = useState({ first: 0, last: 0 });
  const optionsOf = (page: number) => ({
    queryKey: [...key, page],
    queryFn: () => readPage(source, page),
    staleTime: 30_000,
  });
  const first = useQuery({ ...optionsOf(0), placeholderData: keepPreviousData });
  const whole = first.data?.whole ?? true;
  const pages = whole ? [] : pagesOf(view.first, view.last);
  const further = useQueries({ queries: pages.map(optionsOf) });
  return {
    total: first.data?.total,
    missing: first.data?.missing ?? 0,
    itemAt: (index) => {
      if (whole || index < recordsPerPage) return first.data?.items[index];
      const at = pages.indexOf(Math.floor(index / recordsPerPage));
      return further[at]?.data?.items[index % recordsPerPage];
    },
    onView: (from, to) => {
      if (from !== view.first || to !== view.last) setView({ first: from, last: to });
    },
    error: first.error ?? further.find((page) => page.error)?.error,
    stale: first.isPlaceholderData,
    retry: () => void first.refetch(),
  };
}

/** The pages, except the first, that hold these records. */
function pagesOf(first: number, last: number): number[] {
  const pages: number[] = [];
  for (let page = Math.floor(first / recordsPerPage); page * recordsPerPage <= last; page += 1) {
    if (page > 0) pages.push(page);
  }
  return pages;
}
