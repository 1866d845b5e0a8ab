/** One response to a request for a list. OIDC lists carry no `start`. */
export interface ListPage<Item> {
  rows: number;
  data: readonly Item[];
}

/** How far loading has come. */
export interface Progress<Item> {
  loaded: number;
  /** How many there are in all; undefined where the service hasn't said that there are more than are loaded. */
  total: number | undefined;
  /** What is loaded; copied at every call. */
  records(): Item[];
}

/** A list as far as the service gave it. */
export interface LoadedList<Item> {
  records: Item[];
  /** How many there are in all, as far as the service says. */
  total: number;
  /** Whether these are all of them. A service may count more than it hands out. */
  complete: boolean;
}

/** The largest page that our service gives; a service that ignores it is fine. */
export const pageSize = 1000;

/** Enough to keep the service busy while a page is on its way. */
const inFlight = 2;

/**
 * Loads every record of a list, page by page, until a further request brings nothing new. Nothing depends on paging
 * being honoured: a service may return everything at once, hand out smaller pages than asked for, count only the page
 * in `rows`, or return the same page again; each record comes out once, and loading ends.
 * @param fetchPage requests the records from an offset on
 * @param keyOf what tells records apart; records without it are left out
 * @param onProgress called after every page that brought something
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
    // Whoever waits for it gets the failure; a page that nobody comes to wait for has none to tell.
    page.catch(() => undefined);
    under.set(start, page);
    return page;
  };
  let start = 0;
  // `rows` says how many there are in all only where it is more than the page has: elsewhere it may count the page.
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
    // The next pages are on their way while this one is shown; the last one only proves that nothing is left.
    void ask(start);
    const further = Math.min(start + page.data.length * (inFlight - 1), page.rows);
    if (further > start) void ask(further);
    onProgress({
      loaded: records.size,
      total: counted > records.size ? counted : undefined,
      records: () => [...records.values()],
    });
  }
}

/** Some services refuse an offset beyond the last record instead of returning an empty page. */
function isPastTheEnd(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return status === 400 || status === 404 || status === 416;
}
