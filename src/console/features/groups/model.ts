import { groupIdOf, type PartialGroup } from '../../../contract/groups/groups.ts';

/** A group as the tree needs it. */
export interface TreeGroup {
  id: number;
  name: string;
  description: string;
  /** The parent in the tree shown; undefined at the top. */
  parent: number | undefined;
  /** Why a group stands at the top although it names a parent. */
  oddity?: 'parent not visible' | 'part of a circle';
}

/** All loaded groups as a tree: immutable, built anew when groups arrive. */
export interface GroupModel {
  groups: ReadonlyMap<number, TreeGroup>;
  /** Children by parent, in the order shown; `undefined` holds the top. */
  children: ReadonlyMap<number | undefined, readonly number[]>;
  /** How many groups are below each, at any depth. Groups without any are not in it. */
  below: ReadonlyMap<number, number>;
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * Builds the tree from records in any order. A group whose parent is not among them stands at the top; of a circle,
 * which no service should send, one group stands at the top, so that nothing is lost and nothing hangs.
 * @param records list records with at least `name`, `group_resource` and `parent_resource`; others are left out
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
      groups.set(group.id, { ...group, parent: undefined, oddity: 'parent not visible' });
    }
  }
  breakCircles(groups);
  const children = childrenOf(groups);
  return { groups, children, below: countBelow(groups, children) };
}

function breakCircles(groups: Map<number, TreeGroup>): void {
  const settled = new Set<number>();
  for (const start of groups.values()) {
    const walked = new Set<number>();
    let current: TreeGroup | undefined = start;
    while (current && !settled.has(current.id)) {
      if (walked.has(current.id)) {
        groups.set(current.id, { ...current, parent: undefined, oddity: 'part of a circle' });
        break;
      }
      walked.add(current.id);
      current = current.parent === undefined ? undefined : groups.get(current.parent);
    }
    for (const id of walked) settled.add(id);
  }
}

function childrenOf(groups: ReadonlyMap<number, TreeGroup>): Map<number | undefined, number[]> {
  const children = new Map<number | undefined, number[]>();
  for (const { id, parent } of groups.values()) {
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  const name = (id: number) => groups.get(id)?.name ?? '';
  for (const siblings of children.values())
    siblings.sort((a, b) => byName.compare(name(a), name(b)) || a - b);
  return children;
}

function countBelow(
  groups: ReadonlyMap<number, TreeGroup>,
  children: ReadonlyMap<number | undefined, readonly number[]>,
): Map<number, number> {
  const order = [...(children.get(undefined) ?? [])];
  for (const id of order) for (const child of children.get(id) ?? []) order.push(child);
  const below = new Map<number, number>();
  for (const id of order.toReversed()) {
    const parent = groups.get(id)?.parent;
    if (parent !== undefined) below.set(parent, (below.get(parent) ?? 0) + (below.get(id) ?? 0) + 1);
  }
  return below;
}

/** The group at the top; the first of several. */
export function firstGroup(model: GroupModel): TreeGroup | undefined {
  return model.groups.get(model.children.get(undefined)?.[0] ?? -1);
}

/** Ids from the top down to the group itself; empty for an unknown group. */
export function pathTo(model: GroupModel, id: number): number[] {
  const path: number[] = [];
  let current = model.groups.get(id);
  while (current) {
    path.push(current.id);
    current = current.parent === undefined ? undefined : model.groups.get(current.parent);
  }
  return path.toReversed();
}

/** Ids of all groups below one, parents before children. */
export function subtree(model: GroupModel, id: number): number[] {
  const order = [...(model.children.get(id) ?? [])];
  for (const current of order) for (const child of model.children.get(current) ?? []) order.push(child);
  return order;
}
