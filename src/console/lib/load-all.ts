/** One answer of a service to a request for a list. OIDC lists carry no `start`. */
export interface ListPage<Item> {
  rows: number;
  data: readonly Item[];
}

/** How far loading has come. */
export interface Progress<Item> {
  records: readonly Item[];
  /** How many there are in all, as far as the service tells. */
  total: number;
}

/** The largest page that our service gives; a service that ignores it is fine. */
export const pageSize = 1000;

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
): Promise<Progress<Item>> {
  const records = new Map<string | number, Item>();
  let asked = 0;
  let next = fetchPage(asked);
  for (;;) {
    const page = await next;
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
    asked += page.data.length;
    // The next page is on its way while this one is shown.
    if (!done) next = fetchPage(asked);
    const loaded = { records: [...records.values()], total: Math.max(page.rows, records.size) };
    onProgress(loaded);
    if (done) return { records: loaded.records, total: records.size };
  }
}
