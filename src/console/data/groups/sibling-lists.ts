import { runToEnd, type Sliced } from '../../lib/slices/slices.ts';
import { sortInSlices } from '../../lib/slices/sort-in-slices.ts';
import { none, type GroupColumns } from './group-columns.ts';

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * The children of every group, as positions. A list is sorted by name when it's first used in order, because most of a
 * large tree is never shown.
 */
export class SiblingLists {
  /** One list after another; the last one is that of the top-level groups. */
  private readonly members: Int32Array;
  /** Where each list starts, by the parent's position. */
  private readonly starts: Int32Array;
  private readonly sorted: Uint8Array;

  /** @param parents each group's parent as a position, or `none` */
  constructor(
    private readonly columns: GroupColumns,
    parents: Int32Array,
  ) {
    const size = parents.length;
    const listOf = (at: number) => (parents[at] === none ? size : (parents[at] ?? size));
    const starts = new Int32Array(size + 2);
    for (let at = 0; at < size; at += 1) starts[listOf(at) + 1] = (starts[listOf(at) + 1] ?? 0) + 1;
    for (let list = 1; list < starts.length; list += 1)
      starts[list] = (starts[list] ?? 0) + (starts[list - 1] ?? 0);
    const members = new Int32Array(size);
    const next = starts.slice();
    for (let at = 0; at < size; at += 1) {
      const list = listOf(at);
      members[next[list] ?? 0] = at;
      next[list] = (next[list] ?? 0) + 1;
    }
    this.members = members;
    this.starts = starts;
    this.sorted = new Uint8Array(size + 1);
  }

  /** The number of a group's children; of `none`: the number of top-level groups. */
  count(parent: number): number {
    const list = this.index(parent);
    return (this.starts[list + 1] ?? 0) - (this.starts[list] ?? 0);
  }

  /** A group's children by name; of `none`: the top-level groups. */
  inOrder(parent: number): Int32Array {
    if (!this.isSorted(parent)) runToEnd(this.sort(parent));
    return this.list(parent);
  }

  /** Whether `inOrder` is immediate. */
  isSorted(parent: number): boolean {
    return this.sorted[this.index(parent)] === 1;
  }

  /** Prepares `inOrder`. */
  *sort(parent: number): Sliced<void> {
    const list = this.list(parent);
    const { ids, names } = this.columns;
    const compare = (one: number, other: number) =>
      byName.compare(names[one] ?? '', names[other] ?? '') || (ids[one] ?? 0) - (ids[other] ?? 0);
    if (list.length > 1) list.set(yield* sortInSlices([...list], compare));
    this.sorted[this.index(parent)] = 1;
  }

  /** Prepares `inOrder` of all lists. */
  *sortAll(): Sliced<void> {
    for (let parent = none; parent < this.members.length; parent += 1) {
      if (this.count(parent) > 1 && !this.isSorted(parent)) yield* this.sort(parent);
    }
  }

  /** Every group that can be reached from the top, parents before children. */
  fromTheTop(): Int32Array {
    const { members, starts } = this;
    const order = new Int32Array(members.length);
    let length = 0;
    const add = (list: number) => {
      for (let at = starts[list] ?? 0; at < (starts[list + 1] ?? 0); at += 1) {
        order[length] = members[at] ?? 0;
        length += 1;
      }
    };
    add(members.length);
    for (let at = 0; at < length; at += 1) add(order[at] ?? 0);
    return order.subarray(0, length);
  }

  private list(parent: number): Int32Array {
    const list = this.index(parent);
    return this.members.subarray(this.starts[list], this.starts[list + 1]);
  }

  private index(parent: number): number {
    return parent === none ? this.members.length : parent;
  }
}
