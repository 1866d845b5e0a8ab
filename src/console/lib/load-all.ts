/** One answer of a service to a request for a list. OIDC lists carry no `start`. */
export interface ListPage<Item> {
  rows: number;
  data: readonly Item[];
}

/** How far loading has come. */
export interface Progress<Item> {
  loaded: number;
  /** How many there are in all, as far as the service tells. */
  total: number;
  /** What is loaded; copied at every call. */
  records(): Item[];
}

/** The largest page that our service gives; a service that ignores it is fine. */
export const pageSize = 1000;

/** Enough to keep the service busy while a page is on its way. */
const inFlight = 2;

/**
 * Loads every record of a list, page by page. Nothing depends on paging being honoured: a service may return everything
 * at once, count only the page in `rows`, or answer the same page again; each record comes out once, and loading ends.
 * @param fetchPage asks for the records from an offset on
 * @param keyOf what tells records apart; records without it are left out
 * @param onProgress told after every page
 */
export async function loadAll<Item>(
  fetchPage: (start: number) => Promise<ListPage<Item>>,
  keyOf: (record: Item) => string | number | undefined,
  onProgress: (progress: Progress<Item>) => void = () => undefined,
): Promise<{ records: Item[] }> {
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
  for (;;) {
    const page = await ask(start);
    under.delete(start);
    const before = records.size;
    for (const record of page.data) {
      const key = keyOf(record);
      if (key !== undefined && key !== '') records.set(key, record);
    }
    const advanced = records.size > before;
    const full = page.data.length >= pageSize;
    // `rows` ends the loading only when it counts more than this page: elsewhere it may be the page's own count.
    const complete = page.rows > page.data.length ? records.size >= page.rows : !full;
    const done = !advanced || complete || page.data.length > pageSize;
    start += page.data.length;
    if (!done) {
      // The next pages are on their way while this one is shown.
      void ask(start);
      const further = start + page.data.length * (inFlight - 1);
      if (further < page.rows) void ask(further);
    }
    onProgress({
      loaded: records.size,
      total: Math.max(page.rows, records.size),
      records: () => [...records.values()],
    });
    if (done) return { records: [...records.values()] };
  }
}
