import type { TreeRow } from '../../ui/tree-view/keyboard.ts';
import { isOpen, type Expansion } from './expansion.ts';
import type { FilterResult } from './filter.ts';
import type { GroupModel } from './model.ts';

/**
 * The visible rows, from top to bottom. With a filter: all hits and their ancestors. A hit shows all its children when
 * open, and is open if any descendant is a hit.
 */
export function visibleRows(
  model: GroupModel,
  expansion: Expansion,
  filter: FilterResult | undefined,
): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const stack: { row: TreeRow; free: boolean }[] = [];
  /** @param free whether rows are visible even if the filter doesn't keep them */
  const enter = (parent: number | undefined, level: number, free: boolean) => {
    const all = model.children(parent);
    const kept = free || !filter ? all : all.filter((id) => filter.hits.has(id) || filter.ancestors.has(id));
    const entered = kept.map((id, index) => {
      const isExpanded = filter?.ancestors.has(id) || isOpen(expansion, id);
      const open = model.childCount(id) > 0 ? isExpanded : undefined;
      const row = { id, level, position: index + 1, siblings: kept.length, open };
      // All descendants of a hit stay reachable.
      return { row, free: free || filter?.hits.has(id) === true };
    });
    for (const next of entered.toReversed()) stack.push(next);
  };
  enter(undefined, 1, false);
  for (let next = stack.pop(); next; next = stack.pop()) {
    rows.push(next.row);
    if (next.row.open) enter(next.row.id, next.row.level + 1, next.free);
  }
  return rows;
}

/** A filter's hits as a flat list, in tree order. */
export function hitRows(model: GroupModel, filter: FilterResult): readonly TreeRow[] {
  const rows = visibleRows(model, { all: false, ids: new Set() }, filter);
  return rows
    .filter(({ id }) => filter.hits.has(id))
    .map(({ id }, index) => ({
      id,
      level: 1,
      position: index + 1,
      siblings: filter.hits.size,
      open: undefined,
    }));
}
