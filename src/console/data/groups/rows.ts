import { isOpen, type Expansion } from './expansion.ts';
import type { FilterResult } from './filter.ts';
import type { GroupModel } from './model.ts';

/** A visible row of the tree. */
export interface Row {
  id: number;
  /** From 1 at the top. */
  level: number;
  /** Position among its visible siblings, from 1, and their number. */
  position: number;
  siblings: number;
  /** Undefined for a group without subgroups. */
  open: boolean | undefined;
}

/**
 * The visible rows, from top to bottom. With a filter: all hits and their ancestors. A hit shows all its children when
 * open, and is open if any descendant is a hit.
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
    // All descendants of a hit stay reachable.
    const free = top.free || (filter?.isHit(id) ?? false);
    const hasChildren = (model.children.get(id)?.length ?? 0) > 0;
    const open = hasChildren ? leadsToHit || isOpen(expansion, id) : undefined;
    rows.push({ id, level: top.level, position: top.index, siblings: top.ids.length, open });
    if (open) push(id, top.level + 1, free);
  }
  return rows;
}

/** A filter's hits as a flat list, in tree order. */
export function hitRows(model: GroupModel, filter: FilterResult): Row[] {
  const ids: number[] = [];
  const stack = [...(model.children.get(undefined) ?? [])].toReversed();
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    // Ancestors of hits are kept, so there are no hits below anything else.
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
