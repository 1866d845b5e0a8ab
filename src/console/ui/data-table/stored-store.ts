import { createStore, type Store } from '../../lib/store.ts';

/**
 * A store whose value is kept in this browser's storage.
 * @param parse checks what is stored; gets undefined if nothing is
 */
export function createStoredStore<Value>(key: string, parse: (stored: unknown) => Value): Store<Value> {
  const store = createStore(read(key, parse));
  return {
    ...store,
    set: (next) => {
      store.set(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage is full or disabled: the value lasts until the page is closed.
      }
    },
  };
}

function read<Value>(key: string, parse: (stored: unknown) => Value): Value {
  try {
    return parse(JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined);
  } catch {
    return parse(undefined);
  }
}

/** The properties of a stored object; none for any other value. */
export function storedEntries(stored: unknown): [string, unknown][] {
  return typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
}

/** The strings in a stored list; none for any other value. */
export function storedStrings(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : [];
}
