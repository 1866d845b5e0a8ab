/** One response to a request for a list. OIDC lists carry no `start`. */
export interface ListPage<Item> {
  rows: number;
  data: readonly Item[];
}

/** How far loading has come. */
export interface Progress<Item> {
  loaded: number;
  /** The total; undefined if the service hasn't reported more than are loaded. */
  total: number | undefined;
  /** A copy of the loaded records. */
  records(): Item[];
}

/** A list as far as the service returned it. */
export interface LoadedList<Item> {
  records: Item[];
  /** The total, as far as the service reports it. */
  total: number;
  /** Whether these are all of them. A service may count more than it returns. */
  complete: boolean;
}

/** Our service's maximum page size; a service may ignore it. */
export const pageSize = 1000;

/** Enough to keep the service busy while one page is in transit and another is processed. */
const inFlight = 3;

/**
 * Loads every record of a list, page by page, until a request returns nothing new. It doesn't rely on paging: a service
 * may return everything in one response, return smaller pages than requested, count only the page in `rows`, or repeat a
 * page. Each record is still returned once, and loading ends.
 * @param fetchPage fetches the records from an offset
 * @param keyOf identifies a record; records without a key are dropped
 * @param onProgress called after every page with new records
 */
export async function loadAll<Item>(
  fetchPage: (start: number) => Promise<ListPage<Item>>,
  keyOf: (record: Item) => string | number | undefined,
  onProgress: (progress: Progress<Item>) => void = () => undefined,
): Promise<LoadedList<Item>> {
  const records = new Map<string | number, Item>();
  const under = new Map<number, Promise<ListPage<Item>>>();
  const ask = (start: number) => {
    const known = under.get(start);
    if (known) return known;
    const page = fetchPage(start);
    // Prevents an unhandled rejection of a page that's never awaited.
    page.catch(() => undefined);
    under.set(start, page);
    return page;
  };
  let start = 0;
  // `rows` is the total only if it exceeds the page: otherwise it may count just the page.
  let counted = 0;
  for (;;) {
    const page = await ask(start).catch((error: unknown) => {
      if (start > 0 && records.size >= counted && isPastTheEnd(error)) return undefined;
      throw error;
    });
    under.delete(start);
    const before = records.size;
    for (const record of page?.data ?? []) {
      const key = keyOf(record);
      if (key !== undefined && key !== '') records.set(key, record);
    }
    if (page && page.rows > page.data.length) counted = page.rows;
    if (!page || records.size === before) {
      const complete = records.size >= counted;
      return { records: [...records.values()], total: Math.max(counted, records.size), complete };
    }
    start += page.data.length;
    // Fetches ahead while this page is rendered. The last request only confirms that nothing is left.
    void ask(start);
    for (let ahead = 1; ahead < inFlight; ahead += 1) {
      const further = Math.min(start + page.data.length * ahead, page.rows);
      if (further > start) void ask(further);
    }
    onProgress({
      loaded: records.size,
      total: counted > records.size ? counted : undefined,
      records: () => [...records.values()],
    });
  }
}

/** Some services reject an offset beyond the last record instead of returning an empty page. */
function isPastTheEnd(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return status === 400 || status === 404 || status === 416;
}
