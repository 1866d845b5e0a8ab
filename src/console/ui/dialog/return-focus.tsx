import { useEffect, useState, type ReactNode } from 'react';

/**
 * Gives the focus back to where it was before its contents appeared. For dialogs that are in the page only while they
 * are open: their own way of doing so needs them to stay.
 */
export function ReturnFocus({ children }: { children: ReactNode }) {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (!(before instanceof HTMLElement)) return;
      // What had the focus may have been deleted; a tree then has another row to go on from.
      const next = before.isConnected
        ? before
        : document.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]');
      next?.focus({ preventScroll: true });
    },
    [before],
  );
  return children;
}
