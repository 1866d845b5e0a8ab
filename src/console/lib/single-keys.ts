import { useWindowEvent } from '@mantine/hooks';
import { useStore } from './store.ts';
import { storedValue } from './stored-value.ts';

/** Whether single-key shortcuts are enabled; they can be turned off (WCAG 2.1.4). */
export const singleKeys = storedValue('palisade-single-keys', (stored) => stored !== false);

/** Runs `action` when a key is pressed without modifiers, outside text fields, dialogs and menus. */
export function useSingleKey(key: string, action: () => void): void {
  const enabled = useStore(singleKeys);
  useWindowEvent('keydown', (event) => {
    // By character, because its key depends on the keyboard layout.
    if (!enabled || event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (handlesKeys(event.target)) return;
    event.preventDefault();
    action();
  });
}

function handlesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null)
  );
}
