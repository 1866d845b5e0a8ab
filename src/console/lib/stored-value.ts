import { createStore, type Store } from './store.ts';

/**
 * A value that this browser remembers and its tabs share.
 * @param parse reads what was stored, maybe by an earlier version; called with null if nothing was
 */
export function createStoredValue<Value>(key: string, parse: (stored: unknown) => Value): Store<Value> {
  const read = () => {
    try {
      return parse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    } catch {
      return parse(null);
    }
  };
  const store = createStore(read());
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) store.set(read());
  };
  return {
    get: store.get,
    set: (next) => {
      store.set(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage is full or disabled: only this tab keeps the value.
      }
    },
    subscribe: (listener) => {
      // Adding the same listener again has no effect.
      addEventListener('storage', onStorage);
      return store.subscribe(listener);
    },
  };
}

/** Like `createStoredValue`, but separate for each user, so that they don't see each other's. @returns a user's store */
export function createStoredValues<Value>(key: string, parse: (stored: unknown) => Value) {
  const stores = new Map<string, Store<Value>>();
  return (user: string): Store<Value> => {
    const store = stores.get(user) ?? createStoredValue(`${key} ${user}`, parse);
    stores.set(user, store);
    return store;
  };
}

/** Removes a value that this browser remembers. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is disabled, so there is nothing to remove.
  }
}
