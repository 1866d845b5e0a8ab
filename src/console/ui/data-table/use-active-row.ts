import { useLayoutEffect, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { openDialog } from '../focus/return-focus.tsx';
import type { Rows } from './columns.ts';

/**
 * The row that is a tab stop, and a function to move there. It's known by its key, so that it stays the same when rows are
 * sorted, added or removed. If it's removed, the row that takes its place follows.
 */
export function useActiveRow<Item>(
  rows: Rows<Item>,
  keyOf: (item: Item) => string,
): [number, (index: number) => void] {
  const [active, setActive] = useState<{ index: number; key?: string | undefined }>({ index: 0 });
  const keyAt = (index: number) => {
    const item = rows.at(index);
    return item === undefined ? undefined : keyOf(item);
  };
  const index = currentIndex(active, rows.length, keyAt);
  const key = keyAt(index);
  // A row that isn't loaded keeps the key it had.
  if (active.index !== index || (key !== undefined && active.key !== key))
    setActive({ index, key: key ?? active.key });
  return [index, (to) => setActive({ index: to, key: keyAt(to) })];
}

/** Where the active row is now. */
export function currentIndex(
  { index, key }: { index: number; key?: string | undefined },
  count: number,
  keyAt: (index: number) => string | undefined,
): number {
  const near = Math.max(0, Math.min(index, count - 1));
  const found = keyAt(near);
  if (key === undefined || found === undefined || found === key) return near;
  for (let other = 0; other < count; other += 1) if (keyAt(other) === key) return other;
  return near;
}

/** Focuses the active row on request, and when the element that had the focus disappears from the table. */
export function useRowFocus(scroller: RefObject<HTMLElement | null>, active: number) {
  const requested = useRef(false);
  const focused = useRef<Element>(undefined);
  useLayoutEffect(() => {
    const lost = focused.current?.isConnected === false && document.activeElement === document.body;
    if (!requested.current && !lost) return;
    const dialog = openDialog();
    if (dialog && !dialog.contains(scroller.current)) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"]`);
    if (!row) return;
    requested.current = false;
    row.focus({ preventScroll: true });
  });
  return {
    request: () => {
      requested.current = true;
    },
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
  };
}
