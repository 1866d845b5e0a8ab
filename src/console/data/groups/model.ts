import { isolate } from '../../lib/text.ts';
import { groupIdOf, type PartialGroup } from '../../../contract/groups/groups.ts';

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

/** All loaded groups as an immutable tree, rebuilt when groups arrive. */
export interface GroupModel {
  groups: ReadonlyMap<number, TreeGroup>;
  /** Children by parent, sorted; `undefined` holds the top-level groups. */
  children: ReadonlyMap<number | undefined, readonly number[]>;
  /** The number of descendants of each group that has any. */
  below: ReadonlyMap<number, number>;
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * Builds the tree from records in any order. A group whose parent is missing goes to the top. So does one group of every
 * cycle, which no service should send, so that no group gets lost.
 * @param records list records with at least `name`, `group_resource` and `parent_resource`; others are ignored
 */
export function buildModel(records: Iterable<PartialGroup>): GroupModel {
  const groups = new Map<number, TreeGroup>();
  for (const record of records) {
    const id = groupIdOf(record.group_resource ?? '');
    if (id === undefined) continue;
    const parent = groupIdOf(record.parent_resource ?? '');
    groups.set(id, { id, name: record.name ?? '', description: record.description ?? '', parent });
  }
  for (const group of groups.values()) {
    if (group.parent !== undefined && !groups.has(group.parent)) {
      groups.set(group.id, { ...group, parent: undefined, orphanReason: 'parent not visible' });
    }
  }
  let children = childrenOf(groups);
  let order = fromTheTop(children);
  // Groups of a cycle, and those below them, can't be reached from the top.
  if (order.length < groups.size) {
    breakCycles(groups);
    children = childrenOf(groups);
    order = fromTheTop(children);
  }
  return { groups, children, below: countBelow(groups, order) };
}

function breakCycles(groups: Map<number, TreeGroup>): void {
  const settled = new Set<number>();
  for (const start of groups.values()) {
    const walked = new Set<number>();
    let current: TreeGroup | undefined = start;
    while (current && !settled.has(current.id)) {
      if (walked.has(current.id)) {
        groups.set(current.id, { ...current, parent: undefined, orphanReason: 'part of a cycle' });
        break;
      }
      walked.add(current.id);
      current = current.parent === undefined ? undefined : groups.get(current.parent);
    }
    for (const id of walked) settled.add(id);
  }
}

function childrenOf(groups: ReadonlyMap<number, TreeGroup>): Map<number | undefined, number[]> {
  const siblingsOf = new Map<number | undefined, TreeGroup[]>();
  for (const group of groups.values()) {
    const siblings = siblingsOf.get(group.parent);
    if (siblings) siblings.push(group);
    else siblingsOf.set(group.parent, [group]);
  }
  const children = new Map<number | undefined, number[]>();
  for (const [parent, siblings] of siblingsOf) {
    siblings.sort((a, b) => byName.compare(a.name, b.name) || a.id - b.id);
    children.set(
      parent,
      siblings.map(({ id }) => id),
    );
  }
  return children;
}

/** Every group that can be reached from the top, parents before children. */
function fromTheTop(children: ReadonlyMap<number | undefined, readonly number[]>): number[] {
  const order = [...(children.get(undefined) ?? [])];
  for (const id of order) for (const child of children.get(id) ?? []) order.push(child);
  return order;
}

function countBelow(groups: ReadonlyMap<number, TreeGroup>, order: readonly number[]): Map<number, number> {
  const below = new Map<number, number>();
  for (const id of order.toReversed()) {
    const parent = groups.get(id)?.parent;
    if (parent !== undefined) below.set(parent, (below.get(parent) ?? 0) + (below.get(id) ?? 0) + 1);
  }
  return below;
}

/** The first top-level group. */
export function firstGroup(model: GroupModel): TreeGroup | undefined {
  return model.groups.get(model.children.get(undefined)?.[0] ?? -1);
}

/** Ids from the top down to the group; empty for an unknown group. */
export function pathTo(model: GroupModel, id: number): number[] {
  const path: number[] = [];
  let current = model.groups.get(id);
  while (current) {
    path.push(current.id);
    current = current.parent === undefined ? undefined : model.groups.get(current.parent);
  }
  return path.toReversed();
}

/** The names of a group's ancestors, from the top down, ready to be joined. */
export function ancestorNames(model: GroupModel, id: number): string[] {
  return pathTo(model, id)
    .slice(0, -1)
    .map((above) => isolate(model.groups.get(above)?.name ?? ''));
}

/** Ids of a group's descendants, parents before children. */
export function subtree(model: GroupModel, id: number): number[] {
  const order = [...(model.children.get(id) ?? [])];
  for (const current of order) for (const child of model.children.get(current) ?? []) order.push(child);
  return order;
}
