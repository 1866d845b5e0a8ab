import { hashKey, queryOptions, type Query } from '@tanstack/react-query';
import { loadAll } from '../../api/exchange.ts';
import { pageSize, type ListPage } from '../../../client/lists.ts';
import { queryClient } from '../../query-client.ts';

/** Records per request. */
export const recordsPerPage = 100;

/** A page of a long list. */
export interface RecordPage<Item> {
  /** Its number, from 0. */
  page: number;
  items: readonly Item[];
  /** How many records there are in total. */
  total: number;
  /** Whether there may be more than that. */
  more: boolean;
  /** Whether `items` holds the whole list. */
  whole: boolean;
}

/** A long list, and how it is read. */
export interface RecordList<Item> {
  /** Its query key, including all filters. */
  key: readonly unknown[];
  /** @param previous the record before `start`, if its page has been read */
  fetch(start: number, limit: number, previous?: Item): Promise<ListPage<Item> & { start?: number }>;
  keyOf(record: Item): string;
  /** How many records after a page the service counts at most; all by default. */
  countedAhead?: number;
}

/** One page of a list, numbered from 0. */
export function pageQuery<Item>(list: RecordList<Item>, page: number) {
  return queryOptions({
    queryKey: [...list.key, page],
    queryFn: ({ client }) => {
      const before = client.getQueryData<RecordPage<Item>>([...list.key, page - 1]);
      return readPage(list, page, before?.items.at(-1));
    },
    staleTime: 30_000,
  });
}

/** Every record of a list. */
export function allQuery<Item>(list: RecordList<Item>) {
  return queryOptions({
    queryKey: [...list.key, 'all'],
    queryFn: async (): Promise<RecordPage<Item>> => {
      const { records: items } = await loadAll((from) => list.fetch(from, pageSize), list.keyOf);
      return { page: 0, items, total: items.length, more: false, whole: true };
    },
    staleTime: 30_000,
  });
}

/** The cached queries of `allQuery`, with any search. @param list of every record */
export function wholeLists<Item>(list: RecordList<Item>): Query[] {
  const [first, second] = list.key;
  const lists = queryClient.getQueryCache().findAll({ queryKey: [first, second] });
  return lists.filter(({ queryKey, state }) => queryKey.at(-1) === 'all' && state.data !== undefined);
}

/**
 * Shows a written record in whole lists, which aren't read again: that takes long.
 * @param list of every record
 * @param record undefined if it was deleted
 * @returns whether a query shows it
 */
export function showInLists<Item>(
  list: RecordList<Item>,
  path: string,
  record: Item | undefined,
): (query: Query) => boolean {
  const shown = new Set<Query>();
  for (const query of wholeLists(list)) {
    // As `allQuery` says.
    const page = query.state.data as RecordPage<Item>;
    const others = page.items.filter((item) => list.keyOf(item) !== path);
    const isListed = others.length < page.items.length;
    const isEvery = query.queryHash === hashKey(allQuery(list).queryKey);
    // A new one possibly doesn't match the search, and what's being read may be from before the write.
    if ((record && !isListed && !isEvery) || query.state.fetchStatus === 'fetching') continue;
    const replaced = record && page.items.map((item) => (list.keyOf(item) === path ? record : item));
    const items = isListed ? (replaced ?? others) : [...page.items, ...(record ? [record] : [])];
    queryClient.setQueryData<RecordPage<Item>>(query.queryKey, { ...page, items, total: items.length });
    shown.add(query);
  }
  return (query) => shown.has(query);
}

/**
 * Removes deleted records from the cached pages of lists, with any search, until they're refetched: rows would move then.
 * @param list of every record
 */
export function hideInLists<Item>(list: RecordList<Item>, paths: readonly string[]): void {
  const [first, second] = list.key;
  const deleted = new Set(paths);
  queryClient.setQueriesData<RecordPage<Item>>({ queryKey: [first, second] }, (page) => {
    const items = page?.items.filter((item) => !deleted.has(list.keyOf(item))) ?? [];
    const hidden = (page?.items.length ?? 0) - items.length;
    // Others stay as old as they are.
    return page && hidden > 0 ? { ...page, items, total: page.total - hidden } : undefined;
  });
}

/** Reads one page of a list that may be long. */
export async function readPage<Item>(
  source: Omit<RecordList<Item>, 'key'>,
  page: number,
  previous?: Item,
): Promise<RecordPage<Item>> {
  const start = page * recordsPerPage;
  const { countedAhead } = source;
  const { rows: total, data: items } = await source.fetch(start, recordsPerPage, previous);
  const more = countedAhead !== undefined && total === start + recordsPerPage + countedAhead;
  return { page, items, total, more, whole: page === 0 && total === items.length };
}
