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

/** A text of an item: what one of its fields holds, or what a function makes of it. */
type TextOf<Item> = keyof Item | ((item: Item) => string);

const reader =
  <Item>(text: TextOf<Item>) =>
  (item: Item) =>
    typeof text === 'function' ? text(item) : String(item[text]);

/**
 * Finds the records whose names look alike.
 * @returns for each of them, what distinguishes it from the others; undefined for the rest
 */
export function twinDetails<Item>(
  items: readonly Item[],
  name: TextOf<Item>,
  detail: TextOf<Item>,
): (item: Item) => string | undefined {
  const counts = new Map<string, number>();
  const visible = (text: string) => text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').trim();
  const keyOf = (item: Item) => searchText(visible(reader(name)(item)));
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return (item) => ((counts.get(keyOf(item)) ?? 0) > 1 ? reader(detail)(item) : undefined);
}

/** As `twinDetails`, but names the records: "Operators", or "Operators (/roles/5)" if there are two. */
export function distinctNames<Item>(
  items: readonly Item[],
  name: TextOf<Item>,
  detail: TextOf<Item>,
): (item: Item) => string {
  const details = twinDetails(items, name, detail);
  return (item) => {
    const [text, distinction] = [reader(name)(item), details(item)];
    return distinction === undefined ? text : msg`${text} (${distinction})`;
  };
}
