import { useSyncExternalStore } from 'react';

/** A value outside React that components and modules can subscribe to. */
export interface Store<Value> {
  get(): Value;
  /** Replaces the value and calls every listener. */
  set(next: Value): void;
  /** Calls `listener` after every change. @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void;
}

/** @param initial the value until the first `set` */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the current value and re-renders the component when it changes. */
export function useStore<Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get);
}
