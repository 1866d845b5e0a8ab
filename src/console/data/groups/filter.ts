import { groupIdOf } from '../../../contract/groups/groups.ts';
import { searchIndex, type SearchIndex } from './search-index.ts';
import type { GroupModel } from './model.ts';

/** The result of a filter. */
export interface FilterResult {
  hitCount: number;
  isHit(id: number): boolean;
  /** Whether a group is only an ancestor of a hit: shown dimmed, to keep hits in place. */
  isContext(id: number): boolean;
  /** Whether any descendant is a hit. */
  leadsToHit(id: number): boolean;
  /** Whether a group is a hit or an ancestor of one. */
  isKept(id: number): boolean;
  /** The first hits, in the service's order. */
  firstHits(most: number): number[];
}

// Bits: a group can be both.
const leading = 1;
const hit = 2;

/**
 * Finds groups by part of their name or description, by id, by path (`/groups/42`), or by parent names (`EMEA/Acme`).
 * @returns undefined for an empty filter
 */
export function filterGroups(model: GroupModel, text: string): FilterResult | undefined {
  const query = text.trim().toLocaleLowerCase();
  if (query === '') return undefined;
  const index = searchIndex(model);
  const matches = matcher(index, query);
  // One byte per group: sets of 100,000 ids would make typing slow.
  const marks = new Uint8Array(index.ids.length);
  let hitCount = 0;
  for (let at = 0; at < marks.length; at += 1) {
    if (!matches(at)) continue;
    hitCount += 1;
    marks[at] = (marks[at] ?? 0) | hit;
    // If this ancestor is marked, all above it are too.
    for (
      let above = index.parents[at] ?? -1;
      above !== -1 && !((marks[above] ?? 0) & leading);
      above = index.parents[above] ?? -1
    )
      marks[above] = (marks[above] ?? 0) | leading;
  }
  const markOf = (id: number) => marks[index.places.get(id) ?? -1] ?? 0;
  return {
    hitCount,
    isHit: (id) => (markOf(id) & hit) !== 0,
    isContext: (id) => markOf(id) === leading,
    leadsToHit: (id) => (markOf(id) & leading) !== 0,
    isKept: (id) => markOf(id) !== 0,
    firstHits: (most) => {
      const found: number[] = [];
      for (let at = 0; at < marks.length && found.length < most; at += 1)
        if ((marks[at] ?? 0) & hit) found.push(index.ids[at] ?? 0);
      return found;
    },
  };
}

/** Returns a function that tests the group at an index position. */
function matcher(index: SearchIndex, query: string): (at: number) => boolean {
  const id = groupIdOf(query) ?? (/^\d{1,15}$/.test(query) ? Number(query) : undefined);
  const contains = (at: number) => index.texts[at]?.includes(query) ?? false;
  if (query.startsWith('/groups/')) return (at) => index.ids[at] === id;
  if (id !== undefined) return (at) => index.ids[at] === id || contains(at);
  const names = query.split(/[/›>]/).map((name) => name.trim());
  const own = names.pop() ?? '';
  if (names.length === 0) return contains;
  return (at) => contains(at) || (nameContains(index, at, own) && hasAbove(index, at, names));
}

/** Whether a group's nearest ancestors match the names, the last one being its parent. */
function hasAbove(index: SearchIndex, at: number, names: readonly string[]): boolean {
  let above = index.parents[at] ?? -1;
  for (const name of names.toReversed()) {
    if (above === -1 || !nameContains(index, above, name)) return false;
    above = index.parents[above] ?? -1;
  }
  return true;
}

function nameContains(index: SearchIndex, at: number, name: string): boolean {
  const text = index.texts[at] ?? '';
  const found = text.indexOf(name);
  return found !== -1 && found + name.length <= text.indexOf('\n');
}
