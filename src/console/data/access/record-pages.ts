import { queryOptions } from '@tanstack/react-query';
import { loadAll, pageSize, type ListPage } from '../../lib/load-all.ts';

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
  /** How many records the service counts but doesn't return. */
  missing: number;
  /** How many records couldn't be read: their paths aren't understood. */
  unread: number;
}

/** A long list, and how it is read. */
export interface RecordList<Item> {
  /** Its query key, including all filters. */
  key: readonly unknown[];
  /** @param previous the record before `start`, if its page has been read */
  fetch(start: number, limit: number, previous?: Item): Promise<ListPage<Item> & { start?: number }>;
  /** Undefined if the record's path isn't understood. */
  keyOf(record: Item): string | undefined;
  /** Whether a record matches the search. */
  matches(record: Item): boolean;
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
  return queryOptions({ queryKey: [...list.key, 'all'], queryFn: () => readAll(list), staleTime: 30_000 });
}

/**
 * Reads one page of a list that may be long. The first page shows whether the service supports paging and searching; if
 * not, the whole list is read and searched here.
 */
export async function readPage<Item>(
  source: Omit<RecordList<Item>, 'key'>,
  page: number,
  previous?: Item,
): Promise<RecordPage<Item>> {
  const start = page * recordsPerPage;
  const response = await source.fetch(start, recordsPerPage, previous);
  const count = response.data.length;
  const items = response.data.filter((record) => source.keyOf(record) !== undefined);
  const unread = count - items.length;
  const { countedAhead } = source;
  const more = countedAhead !== undefined && response.rows === start + recordsPerPage + countedAhead;
  if (page > 0 && response.start === start)
    return { page, items, total: response.rows, more, whole: false, missing: 0, unread };
  if (page > 0) {
    // `start` isn't the one requested: either this is the first page again, or the right page with a wrong number. Taking
    // every record once distinguishes them.
    const { records } = await loadAll((from) => source.fetch(from, pageSize), source.keyOf);
    return {
      page,
      items: records.slice(start, start + recordsPerPage),
      total: response.rows,
      more,
      whole: false,
      missing: 0,
      unread: 0,
    };
  }
  // A page that isn't full may be the whole list, or the service's own page size.
  const maybeAll = count < recordsPerPage && response.rows <= count;
  const short = maybeAll && (countedAhead !== undefined || (await isAll(source, response.data)));
  const pages = short || (count === recordsPerPage && response.rows > count);
  if (pages && unread === 0 && items.every(source.matches)) {
    const whole = response.rows === count;
    return { page, items, total: response.rows, more, whole, missing: 0, unread };
  }
  return readAll(source);
}

/** Reads a whole list, and searches it here in case the service doesn't. */
export async function readAll<Item>(source: Omit<RecordList<Item>, 'key'>): Promise<RecordPage<Item>> {
  const { records, total, unread } = await loadAll((from) => source.fetch(from, pageSize), source.keyOf);
  const items = records.filter(source.matches);
  const missing = total - records.length - unread;
  return { page: 0, items, total: items.length, more: false, whole: true, missing, unread };
}

/** Whether a first page that may be the whole list is it: another request returns nothing new. */
export async function isAll<Item>(
  source: Pick<RecordList<Item>, 'fetch' | 'keyOf'>,
  first: readonly Item[],
): Promise<boolean> {
  if (first.length === 0) return true;
  const known = new Set(first.map(source.keyOf));
  const { data } = await source.fetch(first.length, recordsPerPage);
  return data.every((record) => known.has(source.keyOf(record)));
}
