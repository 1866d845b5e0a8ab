import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the keyboard's focus in panes of which one lists records, and the other shows one of them beside the list or in its
 * place. If what has the focus disappears with another selection, the record's heading takes it, or the list's current row.
 * @param shown the ID of the record; null if there's none, undefined until one is chosen without the user
 * @returns for the element around the panes
 */
export function usePaneFocus(shown: number | null | undefined): RefObject<HTMLDivElement | null> {
  const panes = useRef<HTMLDivElement>(null);
  const last = useRef(shown);
  useEffect(() => {
    const before = last.current;
    last.current = shown;
    if (before === shown) return;
    const { activeElement, body } = document;
    const wasRemoved = activeElement === body && before !== undefined;
    const isHidden = panes.current?.contains(activeElement) && !activeElement?.checkVisibility();
    if (!wasRemoved && !isHidden) return;
    const next = typeof shown === 'number' ? 'h1' : ':is([role=row], [role=treeitem])[tabindex="0"]';
    panes.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [shown]);
  return panes;
}
