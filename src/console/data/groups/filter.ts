import { groupIdOf } from '../../../contract/groups/groups.ts';
import { runToEnd, type Sliced } from '../../lib/slices/slices.ts';
import { none } from './group-columns.ts';
import type { GroupModel } from './model.ts';
import { blockSize, searchIndexInSlices, type SearchBlock } from './search-index.ts';

/** Bits of `FilterResult.marks`: a group can be both a hit and an ancestor of one. */
export const marks = { ancestor: 1, hit: 2 } as const;

/** The result of a filter. */
export class FilterResult {
  hitCount = 0;
  /** One byte per group, by position: sets of ids would make typing slow. */
  readonly marks: Uint8Array;

  constructor(private readonly model: GroupModel) {
    this.marks = new Uint8Array(model.size);
  }

  /** Adds a hit by its position. */
  add(at: number): void {
    const { marks: marked, model } = this;
    const mark = marked[at] ?? marks.hit;
    if (mark & marks.hit) return;
    marked[at] = mark | marks.hit;
    this.hitCount += 1;
    const { parents } = model;
    for (let above = parents[at] ?? none; above !== none; above = parents[above] ?? none) {
      const known = marked[above] ?? 0;
      // Then all above it are marked, too.
      if (known & marks.ancestor) return;
      marked[above] = known | marks.ancestor;
    }
  }

  isHit(id: number): boolean {
    return (this.markOf(id) & marks.hit) !== 0;
  }

  /** Whether a group is only an ancestor of a hit: shown dimmed, to keep hits in place. */
  isContext(id: number): boolean {
    return this.markOf(id) === marks.ancestor;
  }

  /** The first hits, in the service's order. */
  firstHits(most: number): number[] {
    const found: number[] = [];
    for (let at = 0; at < this.marks.length && found.length < most; at += 1)
      if ((this.marks[at] ?? 0) & marks.hit) found.push(this.model.columns.ids[at] ?? none);
    return found;
  }

  private markOf(id: number): number {
    return this.marks[this.model.place(id)] ?? 0;
  }
}

/**
 * Finds groups by part of their name or description, by id, by path (`/groups/42`), or by parent names (`EMEA/Acme`).
 * @returns undefined for an empty filter
 */
export function filterGroups(model: GroupModel, text: string): FilterResult | undefined {
  return runToEnd(filterInSlices(model, text));
}

/** The latest filter of each model: it's needed again whenever a group is opened. */
const latest = new WeakMap<GroupModel, { query: string; result: FilterResult }>();

/** As `filterGroups`, in slices. */
export function* filterInSlices(model: GroupModel, text: string): Sliced<FilterResult | undefined> {
  const query = text.trim().toLocaleLowerCase();
  if (query === '') return undefined;
  const known = latest.get(model);
  if (known?.query === query) return known.result;
  const result = new FilterResult(model);
  const id = groupIdOf(query) ?? (/^\d{1,15}$/.test(query) ? Number(query) : none);
  if (model.has(id)) result.add(model.place(id));
  if (!query.startsWith('/groups/')) {
    const names = query.split(/[/›>]/).map((name) => name.trim());
    const own = names.pop() ?? '';
    const blocks = yield* searchIndexInSlices(model);
    for (const [index, block] of blocks.entries()) {
      const first = index * blockSize;
      eachHit(block, query, (at) => result.add(first + at));
      if (names.length > 0)
        eachHit(block, own, (at, end) => {
          const isInName = end <= (block.nameEnds[at] ?? 0);
          if (isInName && hasAbove(model, blocks, first + at, names)) result.add(first + at);
        });
      yield;
    }
  }
  latest.set(model, { query, result });
  return result;
}

/** Calls `onHit` for each group of a block that contains a text, with where its first occurrence ends. */
function eachHit({ text, ends }: SearchBlock, query: string, onHit: (at: number, end: number) => void): void {
  let at = 0;
  for (let found = text.indexOf(query); found !== -1;) {
    while ((ends[at] ?? Infinity) < found) at += 1;
    const end = ends[at];
    if (end === undefined) return;
    const isWithin = found + query.length <= end;
    if (isWithin) {
      onHit(at, found + query.length);
      at += 1;
    }
    found = text.indexOf(query, isWithin ? end + 1 : found + 1);
  }
}

/** Whether a group's nearest ancestors match the names, the last one being its parent. */
function hasAbove(
  { parents }: GroupModel,
  blocks: readonly SearchBlock[],
  at: number,
  names: readonly string[],
): boolean {
  let above = parents[at] ?? none;
  for (const name of names.toReversed()) {
    if (above === none || !nameAt(blocks, above).includes(name)) return false;
    above = parents[above] ?? none;
  }
  return true;
}

/** A group's name in lower case. */
function nameAt(blocks: readonly SearchBlock[], at: number): string {
  const block = blocks[Math.floor(at / blockSize)];
  const index = at % blockSize;
  const start = (block?.ends[index - 1] ?? -1) + 1;
  return block?.text.slice(start, block.nameEnds[index]) ?? '';
}
