import { loadAll, type ListPage } from '../../lib/load-all.ts';

/** How many records are asked for at once. */
export const recordsPerPage = 100;

/** A part of a long list, from the record at `start` on. */
export interface RecordPage<Item> {
  items: readonly Item[];
  /** How many records there are in all. */
  total: number;
  /** All there is: nothing more is to be asked for. */
  whole: boolean;
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
  if (page > 0 && answer.start === start) return { items: answer.data, total: answer.rows, whole: false };
  if (page > 0) {
    // Another start than the one asked for: either the beginning again, or the right page with a wrong number. What
    // is on the page shows when every record is taken once.
    const { records } = await loadAll((from) => source.fetch(from, 1000), source.keyOf);
    return { items: records.slice(start, start + recordsPerPage), total: answer.rows, whole: false };
  }
  const short = count < recordsPerPage && answer.rows <= count;
  const pages = short || (count === recordsPerPage && answer.rows > count);
  if (pages && answer.data.every(source.fits)) {
    return { items: answer.data, total: answer.rows, whole: answer.rows === count };
  }
  const { records } = await loadAll((from) => source.fetch(from, 1000), source.keyOf);
  const items = records.filter(source.fits);
  return { items, total: items.length, whole: true };
}
