import { createEvent, createStore, type Store } from './store.ts';

/** Where a value is kept: for all of this browser's tabs, or for this tab until it's closed. */
type Area = 'localStorage' | 'sessionStorage';

/** What couldn't be stored, because storage is blocked or full: only this tab has it, until it's reloaded. */
const unstored = new Map<string, string>();

/** Whether something couldn't be stored. */
export const storageFails = createStore(false);

/** Finds out whether this browser stores anything for the console. */
export function checkStorage(): void {
  writeStored('palisade-check', true);
  writeStored('palisade-check', undefined);
}

/** Reads a value; null if there is none, or if it can't be read. */
export function readStored(key: string, area: Area = 'localStorage'): unknown {
  try {
    return JSON.parse(unstored.get(key) ?? globalThis[area].getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Stores a value; undefined removes it. */
export function writeStored(key: string, value: unknown, area: Area = 'localStorage'): void {
  unstored.delete(key);
  try {
    if (value === undefined) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, JSON.stringify(value));
  } catch {
    if (value !== undefined) unstored.set(key, JSON.stringify(value));
    storageFails.set(true);
  }
}

/** The keys of stored values that begin with a text. */
export function storedKeys(prefix: string, area: Area = 'localStorage'): string[] {
  const keys = new Set(unstored.keys());
  try {
    for (const key of Object.keys(globalThis[area])) keys.add(key);
  } catch {
    // Storage is blocked.
  }
  return [...keys].filter((key) => key.startsWith(prefix));
}

const stores = new Map<string, Store<unknown>>();

/**
 * A value that this browser remembers and its tabs share.
 * @param key with the user's path if users mustn't see each other's
 * @param parse reads what was stored, maybe by an earlier version; called with null if nothing was
 */
export function storedValue<Value>(key: string, parse: (stored: unknown) => Value): Store<Value> {
  // Every caller parses a key's value alike.
  const known = stores.get(key) as Store<Value> | undefined;
  if (known) return known;
  const store = createStore(parse(readStored(key)));
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) store.set(parse(readStored(key)));
  };
  // Not in Node, where tests of functions import this.
  if (typeof addEventListener === 'function') addEventListener('storage', onStorage);
  const set = (next: Value) => {
    writeStored(key, next);
    store.set(next);
  };
  const stored = { ...store, set };
  stores.set(key, stored);
  return stored;
}

/** A value that this browser remembers for each user, who mustn't see each other's. `open` says whose it is; until then, it's in memory only. */
export function userValue<Value>(key: string, parse: (stored: unknown) => Value) {
  const { emit, subscribe } = createEvent();
  let current: Store<Value> = createStore(parse(null));
  let unfollow = current.subscribe(emit);
  const open = (user: string | undefined) => {
    unfollow();
    current = user === undefined ? createStore(parse(null)) : storedValue(`${key} ${user}`, parse);
    unfollow = current.subscribe(emit);
    emit();
  };
  return { get: () => current.get(), set: (next: Value) => current.set(next), subscribe, open };
}
