import { useLocalStorage, useWindowEvent } from '@mantine/hooks';

/** Whether shortcuts of a single key are on; they can be turned off (WCAG 2.1.4). */
export function useSingleKeys() {
  return useLocalStorage({ key: 'palisade-single-keys', defaultValue: true });
}

/** Runs `action` on a key that is pressed alone, where that key is not text, a tree's or a dialog's. */
export function useSingleKey(key: string, action: () => void): void {
  const [on] = useSingleKeys();
  useWindowEvent('keydown', (event) => {
    // By the character, because the key that gives it depends on the keyboard's layout.
    if (!on || event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (takesKeys(event.target)) return;
    event.preventDefault();
    action();
  });
}

function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null)
  );
}
