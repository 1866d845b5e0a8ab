import { searchText } from '../../contract/search.ts';

export { searchText };

/** Whether texts contain every word of a query, in any order. */
export function matches(query: string, ...texts: readonly string[]): boolean {
  const searched = searchText(...texts);
  return searchText(query)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
