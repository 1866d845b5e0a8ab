import { visibleName } from '../../../contract/isolate.ts';
import { groupIdOf, type PartialGroup } from '../../../contract/groups/groups.ts';
import { compareNames, isolate } from '../../lib/text.ts';

/** A group as the tree needs it. */
export interface TreeGroup {
  id: number;
  name: string;
  description: string;
  /** The parent in this tree; undefined at the top. */
  parent: number | undefined;
  /** Why a group with a parent is at the top. */
  orphanReason?: 'parent not visible' | 'part of a cycle';
  /** The parent that isn't visible. */
  hiddenParent?: number;
  /** Its texts as a filter compares them, from the first use. */
  searched?: { name: string; description: string };
}

const none: readonly number[] = [];

type Lists = ReadonlyMap<number | undefined, number[]>;

/** Lists of siblings that are sorted by name. Trees share those that don't differ. */
const sortedLists = new WeakSet<readonly number[]>();

/** All loaded groups as an immutable tree; a new one is made when groups arrive or change. */
export class GroupModel {
  /** @param groups in the service's order; each one's parent is among them */
  constructor(
    readonly groups: ReadonlyMap<number, TreeGroup>,
    private readonly lists: Lists = listsOf(groups),
    private readonly descendants: ReadonlyMap<number, number> = countsOf(groups, lists),
  ) {}

  /** The number of groups. */
  get size(): number {
    return this.groups.size;
  }

  /** A group; undefined for an unknown one. */
  get(id: number): TreeGroup | undefined {
    return this.groups.get(id);
  }

  /** Whether a group is in the tree. */
  has(id: number): boolean {
    return this.groups.has(id);
  }

  /** Ids of a group's children, by name; of the top-level groups by default. Sorted on first use: most are never shown. */
  children(id?: number, sorted = true): readonly number[] {
    const list = this.lists.get(id);
    if (!list || !sorted || sortedLists.has(list)) return list ?? none;
    sortedLists.add(list);
    return list.sort((one, other) => this.compare(one, other));
  }

  private compare(one: number, other: number): number {
    return compareNames(this.get(one)?.name ?? '', this.get(other)?.name ?? '') || one - other;
  }

  /** The number of a group's children. */
  childCount(id: number): number {
    return this.lists.get(id)?.length ?? 0;
  }

  /** The number of a group's descendants. */
  below(id: number): number {
    return this.descendants.get(id) ?? 0;
  }

  /** The tree with a new group, or with another one in its place, below the same parent. */
  with(group: TreeGroup): GroupModel {
    const { id, parent } = group;
    const groups = new Map(this.groups).set(id, group);
    const siblings = this.children(parent).filter((other) => other !== id);
    const model = new GroupModel(
      groups,
      new Map(this.lists).set(parent, siblings),
      this.counted(parent, groups.size - this.size),
    );
    // Not sorted again: comparing the names of many siblings takes long.
    let [low, high] = [0, siblings.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (model.compare(siblings[middle] ?? id, id) < 0) low = middle + 1;
      else high = middle;
    }
    siblings.splice(low, 0, id);
    sortedLists.add(siblings);
    return model;
  }

  /** The tree without a group and everything below it. */
  without(id: number): GroupModel {
    const [groups, lists, parent] = [new Map(this.groups), new Map(this.lists), this.get(id)?.parent];
    for (const dropped of [id, ...subtree(this, id)]) {
      groups.delete(dropped);
      lists.delete(dropped);
    }
    const siblings = this.children(parent).filter((other) => other !== id);
    sortedLists.add(siblings);
    return new GroupModel(groups, lists.set(parent, siblings), this.counted(parent, groups.size - this.size));
  }

  /** The numbers of descendants after so many were added below a group. */
  private counted(parent: number | undefined, added: number): ReadonlyMap<number, number> {
    if (added === 0) return this.descendants;
    const counts = new Map(this.descendants);
    for (let at = parent; at !== undefined; at = this.get(at)?.parent) counts.set(at, this.below(at) + added);
    return counts;
  }
}

function listsOf(groups: ReadonlyMap<number, TreeGroup>): Lists {
  const lists = new Map<number | undefined, number[]>();
  for (const { id, parent } of groups.values()) {
    const list = lists.get(parent);
    if (list) list.push(id);
    else lists.set(parent, [id]);
  }
  return lists;
}

function countsOf(groups: ReadonlyMap<number, TreeGroup>, lists: Lists): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  const order = [...(lists.get(undefined) ?? none)];
  for (const id of order) for (const child of lists.get(id) ?? none) order.push(child);
  for (const id of order.toReversed()) {
    const parent = groups.get(id)?.parent;
    if (parent !== undefined) counts.set(parent, (counts.get(parent) ?? 0) + (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/**
 * Builds the tree from records in any order; the last one of each group counts. A group whose parent is missing goes to the
 * top. So does one group of every cycle, which no service should send, so that no group gets lost.
 */
export function buildModel(records: Iterable<PartialGroup>): GroupModel {
  const groups = new Map<number, TreeGroup>();
  for (const { name, description, group_resource: path, parent_resource: parent } of records) {
    const id = groupIdOf(path ?? '');
    if (id === undefined) continue;
    const text = typeof description === 'string' ? description : '';
    groups.set(id, { id, name: visibleName(name, path), description: text, parent: groupIdOf(parent ?? '') });
  }
  for (const group of groups.values()) {
    if (group.parent === undefined || groups.has(group.parent)) continue;
    group.hiddenParent = group.parent;
    moveToTop(group, 'parent not visible');
  }
  const walks = new Map<TreeGroup, TreeGroup>();
  for (const start of groups.values()) {
    let at: TreeGroup | undefined = start;
    while (at && !walks.has(at)) {
      walks.set(at, start);
      at = at.parent === undefined ? undefined : groups.get(at.parent);
    }
    if (at && walks.get(at) === start) moveToTop(at, 'part of a cycle');
  }
  return new GroupModel(groups);
}

function moveToTop(group: TreeGroup, reason: TreeGroup['orphanReason'] & string): void {
  group.parent = undefined;
  group.orphanReason = reason;
}

/** The first top-level group. */
export function firstGroup(model: GroupModel): TreeGroup | undefined {
  return model.get(model.children()[0] ?? -1);
}

/** Ids from the top down to the group; empty for an unknown group. */
export function pathTo(model: GroupModel, id: number): number[] {
  const path: number[] = [];
  for (let at = model.get(id); at; at = at.parent === undefined ? undefined : model.get(at.parent))
    path.push(at.id);
  return path.toReversed();
}

/** The names of a group's ancestors, from the top down, ready to be joined. */
export function ancestorNames(model: GroupModel, id: number): string[] {
  return pathTo(model, id)
    .slice(0, -1)
    .map((above) => isolate(model.get(above)?.name ?? ''));
}

/** Sorting all takes long. */
const mostSorted = 1_000;

/** Ids of a group's descendants, parents before children. The first ones are sorted by name. */
export function subtree(model: GroupModel, id: number): number[] {
  const order = [...model.children(id)];
  for (const current of order)
    for (const child of model.children(current, order.length < mostSorted)) order.push(child);
  return order;
}
