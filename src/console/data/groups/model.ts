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
}

const none: readonly number[] = [];

/** All loaded groups as an immutable tree; a new one is built when groups arrive. */
export class GroupModel {
  private readonly lists = new Map<number | undefined, number[]>();
  private readonly sorted = new Set<number | undefined>();
  private readonly descendants = new Map<number, number>();

  /** @param groups in the service's order; each one's parent is among them */
  constructor(readonly groups: ReadonlyMap<number, TreeGroup>) {
    for (const { id, parent } of groups.values()) {
      const list = this.lists.get(parent);
      if (list) list.push(id);
      else this.lists.set(parent, [id]);
    }
    const order = [...(this.lists.get(undefined) ?? none)];
    for (const id of order) for (const child of this.lists.get(id) ?? none) order.push(child);
    for (const id of order.toReversed()) {
      const parent = groups.get(id)?.parent;
      if (parent !== undefined) this.descendants.set(parent, this.below(parent) + this.below(id) + 1);
    }
  }

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
  children(id?: number): readonly number[] {
    const list = this.lists.get(id);
    if (!list || this.sorted.has(id)) return list ?? none;
    this.sorted.add(id);
    const nameOf = (child: number) => this.get(child)?.name ?? '';
    return list.sort((one, other) => compareNames(nameOf(one), nameOf(other)) || one - other);
  }

  /** The number of a group's children. */
  childCount(id: number): number {
    return this.lists.get(id)?.length ?? 0;
  }

  /** The number of a group's descendants. */
  below(id: number): number {
    return this.descendants.get(id) ?? 0;
  }
}

/**
 * Builds the tree from records in any order; the last one of each group counts. A group whose parent is missing goes to the
 * top. So does one group of every cycle, which no service should send, so that no group gets lost.
 */
export function buildModel(records: Iterable<PartialGroup>): GroupModel {
  const groups = new Map<number, TreeGroup>();
  for (const { name = '', description = '', group_resource: path, parent_resource: parent } of records) {
    const id = groupIdOf(path ?? '');
    if (id !== undefined) groups.set(id, { id, name, description, parent: groupIdOf(parent ?? '') });
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

/** Ids of a group's descendants, parents before children. */
export function subtree(model: GroupModel, id: number): number[] {
  const order = [...model.children(id)];
  for (const current of order) for (const child of model.children(current)) order.push(child);
  return order;
}

/** The tree without a group and everything below it. */
export function withoutSubtree(model: GroupModel, id: number): GroupModel {
  const dropped = new Set([id, ...subtree(model, id)]);
  return new GroupModel(new Map([...model.groups].filter(([key]) => !dropped.has(key))));
}
