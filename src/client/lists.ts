import type { Endpoint } from '../contract/endpoint.ts';
import type { Call } from './client.ts';
import { isInvalid, isStatus } from './errors.ts';
import type { CallInput } from './request.ts';

/** One response to a request for a list. OIDC lists carry no `start`. */
export interface ListPage<Item> {
  rows: number;
  data: readonly Item[];
}

export interface LoadOptions<Item> {
  /** The page size to request after the first page. */
  maxPageSize?: number;
  /**
   * Called after every page but the last one.
   * @param loaded all records so far
   * @param total undefined unless the service has counted more than are loaded
   */
  onProgress?(loaded: ReadonlyMap<string | number, Item>, total: number | undefined): void;
}

/** The page size that every list of our service supports. */
export const pageSize = 1000;

/** Whole lists of a service. */
export function createLists(call: Call, isDocumented: () => boolean) {
  /**
   * Loads every record of a list, page by page: until a complete service has returned as many as it counts, or until a request
   * to a documented one returns nothing new, since the API doesn't say how its lists are paged.
   * @returns the records, and how many the service counts. The list is complete if it returned as many
   */
  async function loadAll<Item>(
    fetchPage: (start: number, limit: number) => Promise<ListPage<Item>>,
    keyOf: (record: Item) => string | number | undefined,
    { maxPageSize = pageSize, onProgress }: LoadOptions<Item> = {},
  ): Promise<{ records: Item[]; total: number; complete: boolean }> {
    const records = new Map<string | number, Item>();
    let next = fetchPage(0, pageSize);
    for (let start = 0, counted = 0; ;) {
      const { rows, data } = await next;
      const before = records.size;
      for (const record of data) records.set(keyOf(record) ?? `${records.size}`, record);
      counted = Math.max(counted, rows);
      start += data.length;
      if (records.size === before || (!isDocumented() && start >= rows)) {
        const total = Math.max(counted, records.size);
        return { records: [...records.values()], total, complete: records.size === total };
      }
      // While this page is drawn.
      next = fetchPage(start, maxPageSize).catch(emptyAtTheEnd);
      next.catch(() => undefined);
      onProgress?.(records, counted > records.size ? counted : undefined);
    }
  }

  /** Loads every record of the list that an endpoint returns, as `loadAll` does. @param input besides the page */
  function loadList<E extends Endpoint, Item>(
    endpoint: E,
    input: CallInput<E>,
    keyOf: (record: Item) => string | number | undefined,
    options?: LoadOptions<Item>,
  ) {
    return loadAll(
      async (start, limit) => {
        // Every list has these parameters.
        const query = { ...input.query, start, limit };
        const { body } = await call(endpoint, { ...input, query } as CallInput<E>);
        return body as ListPage<Item>;
      },
      keyOf,
      options,
    );
  }

  /** Some services reject an offset beyond the last record, or every parameter, instead of returning an empty page. */
  function emptyAtTheEnd(error: unknown): ListPage<never> {
    const isEnd = isInvalid(error) || isStatus(error, 404) || isStatus(error, 416);
    if (!isDocumented() || !isEnd) throw error;
    return { rows: 0, data: [] };
  }

  return { loadAll, loadList };
}
