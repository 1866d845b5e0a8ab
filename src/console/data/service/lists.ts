import type { Endpoint } from '../../../contract/endpoint.ts';
import type { CallInput } from '../../api/client.ts';
import { isInvalid, isStatus } from '../../api/errors.ts';
import { call } from './call.ts';
import { serviceMode } from './traits.ts';

/** One response to a request for a list. OIDC lists carry no `start`. */
export interface ListPage<Item> {
  rows: number;
  data: readonly Item[];
}

/** Fetches the records of a list from an offset. A service may ignore both parameters. */
type FetchPage<Item> = (start: number, limit: number) => Promise<ListPage<Item>>;

/** Identifies a record; undefined if it can't be read, because its path isn't understood. */
type KeyOf<Item> = (record: Item) => string | number | undefined;

interface LoadOptions<Item> {
  /** The page size to request once the service has returned a page of the usual size. */
  maxPageSize?: number;
  /**
   * Called after every page with new records.
   * @param loaded all records so far
   * @param total undefined if the service hasn't reported more than are loaded
   */
  onProgress?(loaded: ReadonlyMap<string | number, Item>, total: number | undefined): void;
}

/** The page size that every list of our service supports. */
export const pageSize = 1000;

/**
 * Loads every record of a list, page by page, until a request returns nothing new. It doesn't rely on paging: a service
 * may return everything in one response, return smaller pages than requested, count only the page in `rows`, or repeat a
 * page. Each record is still returned once, and loading ends.
 * @returns the records, the total as far as the service reports it, and how many couldn't be read. The list is complete if
 *   all of it was returned and could be read: a service may count more than it returns
 */
export async function loadAll<Item>(
  fetchPage: FetchPage<Item>,
  keyOf: KeyOf<Item>,
  { maxPageSize = pageSize, onProgress }: LoadOptions<Item> = {},
): Promise<{ records: Item[]; total: number; complete: boolean; unread: number }> {
  const records = new Map<string | number, Item>();
  // Distinguished by their contents: a service may repeat a page.
  const unread = new Set<string>();
  const found = () => records.size + unread.size;
  // `rows` is the total only if it exceeds the page: otherwise it may count just the page.
  let counted = 0;
  let largest = maxPageSize;
  let limit = pageSize;
  const request = async (start: number): Promise<ListPage<Item>> => {
    try {
      return await fetchPage(start, limit);
    } catch (error) {
      if (start > 0 && found() >= counted && isPastTheEnd(error)) return { rows: 0, data: [] };
      // A service that supports only smaller pages may reject a larger limit, or time out.
      if (limit === pageSize || isBusy(error)) throw error;
      largest = limit = pageSize;
      return fetchPage(start, limit);
    }
  };
  let next = request(0);
  for (let start = 0; ;) {
    const { rows, data } = await next;
    const before = found();
    for (const record of data) {
      const key = keyOf(record);
      if (key === undefined) unread.add(JSON.stringify(record));
      else records.set(key, record);
    }
    if (rows > data.length) counted = rows;
    if (found() === before || (serviceMode.get() === 'embedded' && found() >= rows)) {
      const total = Math.max(counted, found());
      return { records: [...records.values()], total, complete: records.size === total, unread: unread.size };
    }
    start += data.length;
    const isFull = data.length === limit;
    if (!isFull && start < rows) largest = pageSize;
    limit = isFull ? largest : pageSize;
    // While this page is drawn. The last request only confirms that nothing is left.
    next = request(start);
    next.catch(() => undefined);
    onProgress?.(records, counted > records.size ? counted : undefined);
  }
}

/** Loads every record of the list that an endpoint returns, as `loadAll` does. @param input besides the page */
export function loadList<E extends Endpoint, Item>(endpoint: E, input: CallInput<E>, keyOf: KeyOf<Item>) {
  return loadAll(async (start, limit) => {
    // Every list has these parameters.
    const { body } = await call(endpoint, {
      ...input,
      query: { ...input.query, start, limit },
    } as CallInput<E>);
    return body as ListPage<Item>;
  }, keyOf);
}

/** How many records a list has; a minimum unless `exact`. */
export interface RecordCount {
  count: number;
  exact: boolean;
}

/**
 * Counts a list's records without loading them. A service may count only the page in `rows`, ignore the page size, or repeat
 * a page, so the count is exact only if it exceeds the page, nothing follows the page, or the page has another size than
 * requested and is repeated.
 * @param first the first page
 * @param limit the page size that was requested
 */
export async function countRecords<Item>(
  { rows, data }: ListPage<Item>,
  fetchPage: FetchPage<Item>,
  keyOf: KeyOf<Item>,
  limit: number,
): Promise<RecordCount> {
  if (rows > data.length || data.length === 0 || serviceMode.get() === 'embedded')
    return { count: rows, exact: true };
  const next = await fetchPage(data.length, limit).catch((error: unknown) => {
    if (isPastTheEnd(error)) return { data: [] };
    throw error;
  });
  const count = new Set([...data, ...next.data].map(keyOf)).size;
  const repeats = count === data.length && data.length !== limit;
  return { count, exact: next.data.length === 0 || repeats };
}

/** Whether the service rejects any request for now. */
function isBusy(error: unknown): boolean {
  return isStatus(error, 429) || isStatus(error, 503);
}

/** Some services reject an offset beyond the last record instead of returning an empty page. */
function isPastTheEnd(error: unknown): boolean {
  return isInvalid(error) || [404, 416].some((status) => isStatus(error, status));
}
