import type { ReactNode, SVGProps } from 'react';
import { searchText } from '../../../../contract/search.ts';
import { matches } from '../../../lib/matches.ts';

/** An entry of the command palette. */
export interface PaletteItem {
  id: string;
  label: string;
  /** Whether the label is a record's name. */
  isName?: true;
  /** A second line, such as a group's place in the tree. */
  description?: string | undefined;
  /** Other words that find it. */
  keywords?: string;
  Icon?: (props: SVGProps<SVGSVGElement>) => ReactNode;
  /** The keyboard shortcut that does the same. */
  shortcut?: string;
  run(): void;
}

/** Entries of one kind. */
export interface PaletteSection {
  label: string;
  items: readonly PaletteItem[];
}

/**
 * The entries whose name matches a query, best match first, then one section of those that match by their keywords, such
 * as the groups of a branch. The section with the best match comes first. Equal matches are in the order of `recent`, then
 * in the given order.
 * @param recent IDs of entries, the latest first
 * @param most entries per section
 * @param others the label of the section of those that match by their keywords
 */
export function rankSections(
  sections: readonly PaletteSection[],
  query: string,
  recent: readonly string[],
  most: number,
  others = 'Other matches',
): PaletteSection[] {
  const recency = ({ id }: PaletteItem) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const named = sections
    .map(({ label, items }) => {
      const ranked = items
        .flatMap((item) => {
          const rank = matchRank(item.label, query);
          return rank === undefined ? [] : [{ item, rank, recency: recency(item) }];
        })
        .toSorted((one, other) => one.rank - other.rank || one.recency - other.recency);
      return { label, ranked };
    })
    .toSorted(
      ({ ranked: [one] }, { ranked: [other] }) =>
        (one?.rank ?? 0) - (other?.rank ?? 0) || (one?.recency ?? 0) - (other?.recency ?? 0),
    )
    .map(({ label, ranked }) => ({ label, items: ranked.slice(0, most).map(({ item }) => item) }));
  const related = sections
    .flatMap(({ items }) => items)
    .filter(({ label, keywords = '' }) => !isMatch(label, query) && isMatch(keywords, query))
    .toSorted((one, other) => recency(one) - recency(other));
  return [...named, { label: others, items: related.slice(0, most) }].filter(({ items }) => items.length > 0);
}

function isMatch(text: string, query: string): boolean {
  return matchRank(text, query) !== undefined;
}

/**
 * How well a name matches a query: 0 exactly, 1 at its beginning, 2 at the beginning of a word, 3 anywhere, 4 if it has
 * every word of the query. Undefined if it doesn't match.
 */
export function matchRank(name: string, query: string): number | undefined {
  const text = searchText(name);
  const searched = searchText(query.trim());
  if (text === searched) return 0;
  const at = text.indexOf(searched);
  if (at === 0) return 1;
  if (at > 0) return startsWord(text, searched, at) ? 2 : 3;
  return matches(query, name) ? 4 : undefined;
}

function startsWord(text: string, word: string, first: number): boolean {
  for (let at = first; at !== -1; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  return false;
}
