import { useMemo, useRef, useState } from 'react';
import type { Rows } from './columns.ts';

/** A table's selected rows. */
export type Selection<Item> = ReturnType<typeof useSelection<Item>>;

/** Selected rows, and a function that selects others. */
export type Selected<Item> = Pick<Selection<Item>, 'items' | 'select'>;

/**
 * Keeps a table's selection, with the rows' current contents. Rows that were removed from an array are no longer selected.
 * @param narrowedTo clears the selection when it changes, because selected rows could be hidden then
 * @param loadAll loads the rows of a list that isn't an array, in order; the list shows if that fails
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
  const lastChoice = useRef<object>(undefined);
  const setSelected = (next: Map<string, Item>) => {
    lastChoice.current = next;
    setStored({ narrowedTo, selected: next });
  };
  const byKey = (items: readonly Item[]) => items.map((item) => [keyOf(item), item] as const);
  const isEmpty = selected.size === 0;
  const shown = useMemo(() => {
    const items = new Map<string, Item>();
    // A selection is rare, and a list long: the rows are searched only if there's one.
    for (let index = 0; !isEmpty && index < rows.length; index += 1) {
      const item = rows.at(index);
      if (item !== undefined) items.set(keyOf(item), item);
    }
    return items;
  }, [isEmpty, rows, keyOf]);
  const current = new Map<string, Item>();
  for (const [key, item] of selected) {
    const latest = shown.get(key) ?? (Array.isArray(rows) ? undefined : item);
    if (latest !== undefined) current.set(key, latest);
  }
  /** Selects rows once they're loaded, unless another choice was made by then, such as not to select one of them. */
  const selectLoaded = async (items: Promise<readonly Item[]>, kept: Iterable<[string, Item]> = []) => {
    lastChoice.current = items;
    const loaded = await items.catch(() => undefined);
    if (loaded && lastChoice.current === items) setSelected(new Map([...kept, ...byKey(loaded)]));
  };
  const between = async (from: number, to: number) => {
    const range = Array.from({ length: to - from + 1 }, (_, offset) => rows.at(from + offset));
    const loaded = range.filter((item) => item !== undefined);
    return loaded.length === range.length ? loaded : (await loadAll()).slice(from, to + 1);
  };
  const toggle = (index: number, extend: boolean) => {
    const item = rows.at(index);
    if (item === undefined) return;
    setAnchor(index);
    const key = keyOf(item);
    if (extend) {
      void selectLoaded(between(Math.min(anchor, index), Math.max(anchor, index)), current);
    } else {
      if (!current.delete(key)) current.set(key, item);
      setSelected(current);
    }
  };
  return {
    items: [...current.values()],
    has: (key: string) => current.has(key),
    /** Selects or deselects a row. @param extend selects every row from the previous one to this one */
    toggle,
    /** Selects every row, or none if all are selected. */
    toggleAll: () => {
      if (current.size === rows.length) setSelected(new Map());
      else void selectLoaded(loadAll());
    },
    /** Replaces the selection. */
    select: (items: readonly Item[]) => setSelected(new Map(byKey(items))),
  };
}
