import type { Sliced } from '../../lib/slices/slices.ts';
import type { TreeRow, TreeRows } from '../../ui/tree-view/tree-row.ts';
import { isOpen, type Expansion } from './expansion.ts';
import { marks, type FilterResult } from './filter.ts';
import { none } from './group-columns.ts';
import type { GroupModel } from './model.ts';

/** The numbers kept for each row: the group's position, level, position among siblings, siblings, and open or not. */
const numbers = 5;
const leaf = -1;
const rowsPerStep = 1024;

/** Rows as numbers: a million objects would take several times the time and memory. */
class RowList implements TreeRows {
  length = 0;
  private cells = new Int32Array(numbers * rowsPerStep);

  constructor(private readonly model: GroupModel) {}

  add(place: number, level: number, position: number, siblings: number, open: boolean | undefined): void {
    const from = this.length * numbers;
    if (from === this.cells.length) {
      const cells = new Int32Array(from * 2);
      cells.set(this.cells);
      this.cells = cells;
    }
    this.cells[from] = place;
    this.cells[from + 1] = level;
    this.cells[from + 2] = position;
    this.cells[from + 3] = siblings;
    this.cells[from + 4] = open === undefined ? leaf : Number(open);
    this.length += 1;
  }

  at(index: number): TreeRow | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const [place = none, level = 1, position = 1, siblings = 1, open = leaf] = this.cells.subarray(
      index * numbers,
      (index + 1) * numbers,
    );
    return {
      id: this.model.columns.ids[place] ?? none,
      level,
      position,
      siblings,
      open: open === leaf ? undefined : open === 1,
    };
  }

  indexOf(id: number): number {
    const place = this.model.place(id);
    if (place === none) return -1;
    for (let index = 0; index < this.length; index += 1)
      if (this.cells[index * numbers] === place) return index;
    return -1;
  }
}

/**
 * The visible rows, from top to bottom. With a filter: all hits and their ancestors. A hit shows all its children when
 * open, and is open if any descendant is a hit.
 */
export function* visibleRows(
  model: GroupModel,
  expansion: Expansion,
  filter: FilterResult | undefined,
): Sliced<TreeRows> {
  const { siblings: lists, columns } = model;
  const rows = new RowList(model);
  const stack: Level[] = [];
  function* enter(parent: number, level: number, free: boolean): Sliced<void> {
    if (!lists.isSorted(parent)) yield* lists.sort(parent);
    const members = lists.inOrder(parent);
    const siblings = filter && !free ? countKept(members, filter) : members.length;
    stack.push({ members, next: 0, level, position: 0, siblings, free });
  }
  yield* enter(none, 1, false);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const at = top.members[top.next];
    if (at === undefined) {
      stack.pop();
      continue;
    }
    top.next += 1;
    const mark = filter?.marks[at] ?? 0;
    if (filter && !top.free && mark === 0) continue;
    top.position += 1;
    const leadsToHit = (mark & marks.ancestor) !== 0;
    // All descendants of a hit stay reachable.
    const free = top.free || (mark & marks.hit) !== 0;
    const hasChildren = lists.count(at) > 0;
    const open = hasChildren ? leadsToHit || isOpen(expansion, columns.ids[at] ?? none) : undefined;
    rows.add(at, top.level, top.position, top.siblings, open);
    if (rows.length % rowsPerStep === 0) yield;
    if (open) yield* enter(at, top.level + 1, free);
  }
  return rows;
}

interface Level {
  members: Int32Array;
  next: number;
  level: number;
  position: number;
  siblings: number;
  /** Whether rows are visible even if the filter doesn't keep them. */
  free: boolean;
}

function countKept(members: Int32Array, filter: FilterResult): number {
  let kept = 0;
  for (let index = 0; index < members.length; index += 1) if (filter.marks[members[index] ?? none]) kept += 1;
  return kept;
}

/** A filter's hits as a flat list, in tree order. */
export function* hitRows(model: GroupModel, filter: FilterResult): Sliced<TreeRows> {
  const { siblings: lists } = model;
  const rows = new RowList(model);
  const stack: number[] = [];
  function* enter(parent: number): Sliced<void> {
    if (!lists.isSorted(parent)) yield* lists.sort(parent);
    const members = lists.inOrder(parent);
    for (let index = members.length - 1; index >= 0; index -= 1) {
      const at = members[index] ?? none;
      if (filter.marks[at]) stack.push(at);
    }
  }
  yield* enter(none);
  let visited = 0;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const mark = filter.marks[at] ?? 0;
    if (mark & marks.hit) rows.add(at, 1, rows.length + 1, filter.hitCount, undefined);
    if (mark & marks.ancestor) yield* enter(at);
    visited += 1;
    if (visited % rowsPerStep === 0) yield;
  }
  return rows;
}
