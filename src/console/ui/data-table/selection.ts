import { useState } from 'react';
import type { Rows } from './columns.ts';

/** A table's selected rows. */
export type Selection<Item> = ReturnType<typeof useSelection<Item>>;

/** Selected rows, and a function that selects others. */
export type Selected<Item> = Pick<Selection<Item>, 'items' | 'select'>;

/**
 * Keeps a table's selection. Rows that were removed from an array are no longer selected.
 * @param narrowedTo clears the selection when it changes, because selected rows could be hidden then
 * @param loadAll loads the rows of a list that isn't an array, in order
 */
export function useSelection<Item>(
  rows: Rows<Item>,
  keyOf: (item: Item) => string,
  narrowedTo: string,
  loadAll: () => Promise<readonly Item[]>,
) {
  const [stored, setStored] = useState({ narrowedTo, selected: new Map<string, Item>() });
  const [anchor, setAnchor] = useState(0);
  const selected = stored.narrowedTo === narrowedTo ? stored.selected : new Map<string, Item>();
  const setSelected = (next: Map<string, Item>) => setStored({ narrowedTo, selected: next });
  const byKey = (items: readonly Item[]) => items.map((item) => [keyOf(item), item] as const);
  // A selection is rare, and a list long: the rows are searched only if there's one.
  const isThere = Array.isArray(rows) && selected.size > 0 ? new Set(rows.map(keyOf)) : selected;
  const current = new Map([...selected].filter(([key]) => isThere.has(key)));
  const between = async (from: number, to: number) => {
    const range = Array.from({ length: to - from + 1 }, (_, offset) => rows.at(from + offset));
    const loaded = range.filter((item) => item !== undefined);
    return loaded.length === range.length ? loaded : (await loadAll()).slice(from, to + 1);
  };
  const toggle = async (index: number, extend: boolean) => {
    const item = rows.at(index);
    if (item === undefined) return;
    setAnchor(index);
    const key = keyOf(item);
    if (extend) {
      const range = await between(Math.min(anchor, index), Math.max(anchor, index));
      setSelected(new Map([...current, ...byKey(range)]));
    } else {
      if (!current.delete(key)) current.set(key, item);
      setSelected(current);
    }
  };
  const toggleAll = async () =>
    setSelected(new Map(current.size === rows.length ? [] : byKey(await loadAll())));
  return {
    items: [...current.values()],
    has: (key: string) => current.has(key),
    /** Selects or deselects a row. @param extend selects every row from the previous one to this one */
    toggle: (index: number, extend: boolean) => void toggle(index, extend),
    /** Selects every row, or none if all are selected. */
    toggleAll: () => void toggleAll(),
    /** Replaces the selection. */
    select: (items: readonly Item[]) => setSelected(new Map(byKey(items))),
  };
}
