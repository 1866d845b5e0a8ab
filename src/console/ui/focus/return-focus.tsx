import { useEffect, useState, type ReactNode } from 'react';

/**
 * Returns the focus to where it was before its children mounted. For dialogs that unmount when closed: Mantine's own
 * focus return needs them to stay mounted.
 */
export function ReturnFocus({ children }: { children: ReactNode }) {
  const [before] = useState(() => {
    // A menu closes with its item: its button stays.
    const menu = document.activeElement?.closest('[role=menu]');
    return menu
      ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
      : document.activeElement;
  });
  useEffect(
    () => () => {
      // It may be gone or disabled by now; then the dialog around it, the tree's current row or the page's heading takes the focus.
      const next =
        before?.isConnected && !before.matches(':disabled')
          ? (before as HTMLElement)
          : (openDialog() ??
            document.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]') ??
            document.querySelector<HTMLElement>('main h1'));
      next?.focus({ preventScroll: true });
    },
    [before],
  );
  return children;
}

/** The topmost dialog, which keeps the focus. */
export function openDialog(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('[aria-modal=true]')].at(-1);
}
