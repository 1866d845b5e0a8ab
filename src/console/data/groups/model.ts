import type { PartialGroup } from '../../../contract/groups/groups.ts';
import { runToEnd, type Sliced } from '../../lib/slices/slices.ts';
import { isolate } from '../../lib/text.ts';
import { GroupColumns, none } from './group-columns.ts';
import { SiblingLists } from './sibling-lists.ts';

/** A group as the tree needs it. */
export interface TreeGroup {
  id: number;
  name: string;
  description: string;
  /** The parent in this tree; undefined at the top. */
  parent: number | undefined;
  /** Why a group with a parent is at the top. */
  orphanReason?: 'parent not visible' | 'part of a cycle';
}

/** All loaded groups as an immutable tree; a new one is built when groups arrive. */
export class GroupModel {
  /** The number of groups. */
  readonly size: number;
  private readonly objects = new Map<number, TreeGroup>();

  /**
   * @param columns the groups, perhaps with others that were added since
   * @param parents each group's parent as a position, or `none`
   * @param descendants how many descendants each group has
   * @param cyclic positions of the groups that were moved to the top to break a cycle
   */
  constructor(
    readonly columns: GroupColumns,
    readonly parents: Int32Array,
    readonly siblings: SiblingLists,
    private readonly descendants: Int32Array,
    private readonly cyclic: ReadonlySet<number>,
  ) {
    this.size = parents.length;
  }

  /** A group; undefined for an unknown one. Always the same object. */
  get(id: number): TreeGroup | undefined {
    const at = this.place(id);
    if (at === none) return undefined;
    const known = this.objects.get(id);
    if (known) return known;
    const { ids, names, descriptions, parentIds } = this.columns;
    const parent = ids[this.parents[at] ?? none];
    const group: TreeGroup = { id, name: names[at] ?? '', description: descriptions[at] ?? '', parent };
    if (parent === undefined && parentIds[at] !== none)
      group.orphanReason = this.cyclic.has(at) ? 'part of a cycle' : 'parent not visible';
    this.objects.set(id, group);
    return group;
  }

  /** Whether a group is in the tree. */
  has(id: number): boolean {
    return this.place(id) !== none;
  }

  /** A group's position in the columns; `none` for an unknown one. */
  place(id: number): number {
    const at = this.columns.places.get(id) ?? none;
    return at < this.size ? at : none;
  }

  /** Ids of a group's children, sorted; of the top-level groups by default. */
  children(id?: number): number[] {
    const at = id === undefined ? none : this.place(id);
    if (id !== undefined && at === none) return [];
    return Array.from(this.siblings.inOrder(at), (child) => this.columns.ids[child] ?? none);
  }

  /** The number of a group's children. */
  childCount(id: number): number {
    const at = this.place(id);
    return at === none ? 0 : this.siblings.count(at);
  }

  /** The number of a group's descendants. */
  below(id: number): number {
    return this.descendants[this.place(id)] ?? 0;
  }
}

/** Builds the tree from records in any order; see `modelInSlices`. */
export function buildModel(records: Iterable<PartialGroup>): GroupModel {
  const columns = new GroupColumns();
  for (const record of records) columns.add(record);
  return runToEnd(modelInSlices(columns));
}

/**
 * Builds the tree of all groups added so far. A group whose parent is missing goes to the top. So does one group of every
 * cycle, which no service should send, so that no group gets lost.
 */
export function* modelInSlices(columns: GroupColumns): Sliced<GroupModel> {
  const parents = parentPlaces(columns);
  yield;
  let siblings = new SiblingLists(columns, parents);
  yield;
  let order = siblings.fromTheTop();
  yield;
  let cyclic = new Set<number>();
  // Groups of a cycle, and those below them, can't be reached from the top.
  if (order.length < parents.length) {
    cyclic = breakCycles(parents);
    siblings = new SiblingLists(columns, parents);
    order = siblings.fromTheTop();
  }
  return new GroupModel(columns, parents, siblings, countDescendants(parents, order), cyclic);
}

function parentPlaces({ parentIds, parents: known, places }: GroupColumns): Int32Array {
  const parents = Int32Array.from(known);
  for (let at = 0; at < parents.length; at += 1) {
    // It may have arrived after the group.
    if (parents[at] === none) parents[at] = places.get(parentIds[at] ?? none) ?? none;
  }
  return parents;
}

/** Moves one group of every cycle to the top. @returns their positions */
function breakCycles(parents: Int32Array): Set<number> {
  const moved = new Set<number>();
  const walks = new Int32Array(parents.length).fill(none);
  for (let start = 0; start < parents.length; start += 1) {
    let at = start;
    while (at !== none && walks[at] === none) {
      walks[at] = start;
      at = parents[at] ?? none;
    }
    if (at === none || walks[at] !== start) continue;
    parents[at] = none;
    moved.add(at);
  }
  return moved;
}

/** @param order parents before children */
function countDescendants(parents: Int32Array, order: Int32Array): Int32Array {
  const counts = new Int32Array(parents.length);
  for (let index = order.length - 1; index >= 0; index -= 1) {
    const at = order[index] ?? 0;
    const parent = parents[at] ?? none;
    if (parent !== none) counts[parent] = (counts[parent] ?? 0) + (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** The first top-level group. */
export function firstGroup(model: GroupModel): TreeGroup | undefined {
  return model.get(model.children()[0] ?? none);
}

/** Ids from the top down to the group; empty for an unknown group. */
export function pathTo(model: GroupModel, id: number): number[] {
  const path: number[] = [];
  for (let at = model.place(id); at !== none; at = model.parents[at] ?? none)
    path.push(model.columns.ids[at] ?? none);
  return path.toReversed();
}

/** The names of a group's ancestors, from the top down, ready to be joined. */
export function ancestorNames(model: GroupModel, id: number): string[] {
  return pathTo(model, id)
    .slice(0, -1)
    .map((above) => isolate(model.get(above)?.name ?? ''));
}

/** Ids of a group's descendants, parents before children. */
export function subtree(model: GroupModel, id: number): number[] {
  const order = model.children(id);
  for (const current of order) for (const child of model.children(current)) order.push(child);
  return order;
}

const idsPerStep = 1024;

/** The tree without a group and everything below it. */
export function* withoutSubtree(model: GroupModel, id: number): Sliced<GroupModel> {
  const dropped = new Set([id, ...subtree(model, id)]);
  const { ids, names, descriptions, parentIds } = model.columns;
  const columns = new GroupColumns();
  for (let at = 0; at < model.size; at += 1) {
    const kept = ids[at] ?? none;
    const parent = { id: parentIds[at] ?? none, place: none };
    if (!dropped.has(kept)) columns.put(kept, names[at] ?? '', descriptions[at] ?? '', parent);
    if (at % idsPerStep === 0) yield;
  }
  return yield* modelInSlices(columns);
}
