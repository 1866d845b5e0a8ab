/** One response to a request for a list. OIDC lists carry no `start`. */
export interface ListPage<Item> {
  rows: number;
  data: readonly Item[];
}

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

/** How much of a list the service returned. */
export interface Extent {
  /** The total, as far as the service reports it. */
  total: number;
  /** Whether all of it was returned and could be read. A service may count more than it returns. */
  complete: boolean;
  /** How many records couldn't be read. */
  unread: number;
}

/** The page size that every list of our service supports; a service may ignore it. */
export const pageSize = 1000;

/** Enough to keep the service busy while one page is in transit and another is processed. */
const maxInFlight = 3;

/**
 * Loads every record of a list, page by page, until a request returns nothing new. It doesn't rely on paging: a service
 * may return everything in one response, return smaller pages than requested, count only the page in `rows`, or repeat a
 * page. Each record is still returned once, and loading ends.
 * @param fetchPage fetches the records from an offset
 * @param keyOf identifies a record; those without a key couldn't be read, because their paths aren't understood
 */
export async function loadAll<Item>(
  fetchPage: (start: number, limit: number) => Promise<ListPage<Item>>,
  keyOf: (record: Item) => string | number | undefined,
  { maxPageSize = pageSize, onProgress = () => undefined }: LoadOptions<Item> = {},
): Promise<Extent & { records: Item[] }> {
  const requests = new Map<number, { limit: number; page: Promise<ListPage<Item>> }>();
  let largest = maxPageSize;
  let limit = pageSize;
  const requestFrom = (start: number) => {
    const request = requests.get(start) ?? { limit, page: fetchPage(start, limit) };
    // Prevents an unhandled rejection of a page that's never awaited.
    request.page.catch(() => undefined);
    requests.set(start, request);
    return request;
  };
  // Distinguished by their contents: a service may repeat a page.
  const unread = new Set<string>();
  const records = new Map<string | number, Item>();
  const found = () => records.size + unread.size;
  let start = 0;
  // `rows` is the total only if it exceeds the page: otherwise it may count just the page.
  let counted = 0;
  for (;;) {
    const current = requestFrom(start);
    const page = await current.page.catch((error: unknown) => {
      if (current.limit > pageSize && !isBusy(error)) return 'too large' as const;
      if (start > 0 && found() >= counted && isPastTheEnd(error)) return undefined;
      throw error;
    });
    if (page === 'too large') {
      largest = limit = pageSize;
      requests.clear();
      continue;
    }
    requests.delete(start);
    const before = found();
    for (const record of page?.data ?? []) {
      const recordKey = keyOf(record);
      if (recordKey === undefined) unread.add(JSON.stringify(record));
      else records.set(recordKey, record);
    }
    if (page && page.rows > page.data.length) counted = page.rows;
    if (!page || found() === before) {
      const total = Math.max(counted, found());
      return { total, complete: records.size === total, unread: unread.size, records: [...records.values()] };
    }
    start += page.data.length;
    const isFull = page.data.length === current.limit;
    // A service that supports only smaller pages may return them, reject a larger limit, or time out.
    if (!isFull && start < page.rows) largest = pageSize;
    limit = isFull ? largest : pageSize;
    const size = isFull ? limit : page.data.length;
    // Fetches ahead while this page is rendered. The last request only confirms that nothing is left.
    requestFrom(start);
    for (let ahead = 1; ahead < maxInFlight; ahead += 1) {
      const further = Math.min(start + size * ahead, page.rows);
      if (further > start) void requestFrom(further);
    }
    onProgress(records, counted > records.size ? counted : undefined);
  }
}

/** Whether the service rejects any request for now. */
function isBusy(error: unknown): boolean {
  const status = statusOf(error);
  return status === 429 || status === 503;
}

/** Some services reject an offset beyond the last record instead of returning an empty page. */
export function isPastTheEnd(error: unknown): boolean {
  const status = statusOf(error);
  return status === 400 || status === 404 || status === 416;
}

function statusOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
}
