import { searchText } from '../../contract/search.ts';
import { msg } from './text.ts';

export { searchText };

/** Whether texts contain every word of a query, in any order. */
export function matches(query: string, ...texts: readonly string[]): boolean {
  if (query === '') return true;
  const searched = searchText(...texts);
  return searchText(query)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/**
 * Finds the records whose names look alike.
 * @returns for each of them, what distinguishes it from the others; undefined for the rest
 */
export function twinDetails<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  detailOf: (item: Item) => string,
): (item: Item) => string | undefined {
  const counts = new Map<string, number>();
  const keyOf = (item: Item) => searchText(nameOf(item).trim());
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return (item) => ((counts.get(keyOf(item)) ?? 0) > 1 ? detailOf(item) : undefined);
}

/** As `twinDetails`, but names the records: "Operators", or "Operators (/roles/5)" if there are two. */
export function distinctNames<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  detailOf: (item: Item) => string,
): (item: Item) => string {
  const details = twinDetails(items, nameOf, detailOf);
  return (item) => {
    const detail = details(item);
    return detail === undefined ? nameOf(item) : msg`${nameOf(item)} (${detail})`;
  };
}
