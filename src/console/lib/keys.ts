import { useWindowEvent } from '@mantine/hooks';
import { useRef } from 'react';
import { useStore } from './store.ts';
import { storedValue } from './stored-value.ts';

/** Whether single-key shortcuts are enabled; they can be turned off (WCAG 2.1.4). */
export const singleKeys = storedValue('palisade-single-keys', (stored) => stored !== false);

/**
 * Leaves the keys pressed during a composition, such as the Enter that confirms a Japanese word, to the input method: nothing
 * else on the page handles them. To be called before anything else listens for keys.
 */
export function reserveCompositionKeys(): void {
  const reserve = (event: KeyboardEvent) => {
    // Safari ends the composition before the key that ended it, but reports it as 229 (UI Events, "Legacy key codes").
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', reserve, { capture: true });
  window.addEventListener('keyup', reserve, { capture: true });
}

/** What a key means in a shortcut: its character; on a layout without Latin letters, the Latin letter in its place. */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  // ASCII characters can be typed on every layout, so that their key is known from the character.
  return letter !== undefined && /^[^\0-\x7f]$/u.test(key) ? letter.toLowerCase() : key.toLowerCase();
}

/** Runs `action` when a letter is pressed with Ctrl (⌘ on Macs), also while typing in a field. */
export function useShortcut(letter: string, action: () => void, { shift = false } = {}): void {
  useWindowEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey !== shift) return;
    if (shortcutKey(event) !== letter) return;
    event.preventDefault();
    action();
  });
}

/** Runs `action` when a key is pressed without modifiers, outside text fields, dialogs and menus. */
export function useSingleKey(key: string, action: () => void): void {
  const enabled = useStore(singleKeys);
  useWindowEvent('keydown', (event) => {
    if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (shortcutKey(event) !== key || handlesKeys(event.target)) return;
    event.preventDefault();
    action();
  });
}

const sequenceMilliseconds = 1_500;

/**
 * Runs an action when two keys are pressed one after the other without modifiers, as `useSingleKey`: `g`, then `u`.
 * @param actions by the second key
 */
export function useKeySequence(first: string, actions: ReadonlyMap<string, () => void>): void {
  const enabled = useStore(singleKeys);
  const startedAt = useRef(Number.NEGATIVE_INFINITY);
  useWindowEvent('keydown', (event) => {
    if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (handlesKeys(event.target) || findsByName(event.target)) return;
    const key = shortcutKey(event);
    const action = actions.get(key);
    const started = performance.now() - startedAt.current < sequenceMilliseconds;
    startedAt.current = key === first ? performance.now() : Number.NEGATIVE_INFINITY;
    if (!started || !action) return;
    event.preventDefault();
    action();
  });
}

/** Whether keys pressed on an element are its own: text fields, dialogs and menus. */
export function handlesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null)
  );
}

/** Whether letters pressed on an element find a record by its name: in the tree. */
function findsByName(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role=tree]') !== null;
}
