import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * Keeps the keyboard's focus in an element while what's in it changes: if what had the focus disappears, the first field
 * or button takes it. Not after a click or tap, which could open the on-screen keyboard.
 * @returns the element's `onFocus`
 */
export function useKeptFocus(within: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const last = useRef<Element>(undefined);
  useEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = undefined;
    if (document.activeElement === document.body)
      within.current?.querySelector<HTMLElement>('input, button')?.focus();
  });
  return ({ target }) => {
    last.current = target.matches(':focus-visible') ? target : undefined;
  };
}
