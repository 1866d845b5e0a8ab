import { isOpen, type Expansion } from './expansion.ts';
import type { FilterResult } from './filter.ts';
import type { GroupModel } from '../model.ts';

/** A visible row of the tree. */
export interface Row {
  id: number;
  /** From 1 at the top. */
  level: number;
  /** Place among its visible siblings, from 1, and how many they are. */
  position: number;
  siblings: number;
  /** Undefined for a group with nothing to show below it. */
  open: boolean | undefined;
}

/**
 * The rows that are visible, from top to bottom. With a filter: all hits and what is above them; a hit shows all its
 * children when it is open, and is open when there are hits below it.
 */
export function visibleRows(
  model: GroupModel,
  expansion: Expansion,
  filter: FilterResult | undefined,
): Row[] {
  const rows: Row[] = [];
  const stack: { ids: readonly number[]; index: number; level: number; free: boolean }[] = [];
  const push = (parent: number | undefined, level: number, free: boolean) => {
    const all = model.children.get(parent) ?? [];
    const ids = filter && !free ? all.filter((id) => filter.isKept(id)) : all;
    if (ids.length > 0) stack.push({ ids, index: 0, level, free });
  };
  push(undefined, 1, false);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const id = top.ids[top.index];
    if (id === undefined) {
      stack.pop();
      continue;
    }
    top.index += 1;
    const leadsToHit = filter?.leadsToHit(id) ?? false;
    // Below a hit everything can be reached.
    const free = top.free || (filter?.isHit(id) ?? false);
    const hasChildren = (model.children.get(id)?.length ?? 0) > 0;
    const open = hasChildren ? leadsToHit || isOpen(expansion, id) : undefined;
    rows.push({ id, level: top.level, position: top.index, siblings: top.ids.length, open });
    if (open) push(id, top.level + 1, free);
  }
  return rows;
}

/** The hits of a filter alone, in the order of the tree, none below another. */
export function hitRows(model: GroupModel, filter: FilterResult): Row[] {
  const ids: number[] = [];
  const stack = [...(model.children.get(undefined) ?? [])].toReversed();
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    // What is above a hit is kept: below the rest there is none.
    if (!filter.isKept(id)) continue;
    if (filter.isHit(id)) ids.push(id);
    for (const child of (model.children.get(id) ?? []).toReversed()) stack.push(child);
  }
  return ids.map((id, index) => ({
    id,
    level: 1,
    position: index + 1,
    siblings: ids.length,
    open: undefined,
  }));
}
