import { loadAll, pageSize, type ListPage } from '../../lib/load-all.ts';

/** How many records are asked for at once. */
export const recordsPerPage = 100;

/** A part of a long list, from the record at `start` on. */
export interface RecordPage<Item> {
  items: readonly Item[];
  /** How many records can be shown in all. */
  total: number;
  /** Nothing more is to be asked for. */
  whole: boolean;
  /** How many records the service counts but didn't hand out. */
  missing: number;
}

/** How a list is read. */
export interface RecordSource<Item> {
  fetch(start: number, limit: number): Promise<ListPage<Item> & { start?: number }>;
  keyOf(record: Item): string | undefined;
  /** Whether a record is one that was searched for. */
  fits(record: Item): boolean;
}

/**
 * Reads one page of a list that may be long. The first page tells whether the service pages and searches as ours does;
 * from one that does not everything is read, and searched here.
 */
export async function readPage<Item>(source: RecordSource<Item>, page: number): Promise<RecordPage<Item>> {
  const start = page * recordsPerPage;
  const answer = await source.fetch(start, recordsPerPage);
  const count = answer.data.length;
  if (page > 0 && answer.start === start)
    return { items: answer.data, total: answer.rows, whole: false, missing: 0 };
  if (page > 0) {
    // Another start than the one asked for: either the beginning again, or the right page with a wrong number. What
    // is on the page shows when every record is taken once.
    const { records } = await loadAll((from) => source.fetch(from, pageSize), source.keyOf);
    const items = records.slice(start, start + recordsPerPage);
    return { items, total: answer.rows, whole: false, missing: 0 };
  }
  // A page that isn't full may be all there is, or as many as the service hands out at once.
  const short = count < recordsPerPage && answer.rows <= count && (await isAll(source, answer.data));
  const pages = short || (count === recordsPerPage && answer.rows > count);
  if (pages && answer.data.every(source.fits)) {
    return { items: answer.data, total: answer.rows, whole: answer.rows === count, missing: 0 };
  }
  const { records, total } = await loadAll((from) => source.fetch(from, pageSize), source.keyOf);
  const items = records.filter(source.fits);
  return { items, total: items.length, whole: true, missing: total - records.length };
}

/** Whether a further request brings nothing new. */
async function isAll<Item>(source: RecordSource<Item>, first: readonly Item[]): Promise<boolean> {
  if (first.length === 0) return true;
  const known = new Set(first.map(source.keyOf));
  const { data } = await source.fetch(first.length, recordsPerPage);
  return data.every((record) => known.has(source.keyOf(record)));
}
