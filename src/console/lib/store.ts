import { useSyncExternalStore } from 'react';

/** A value that lives outside of React and that components and modules can follow. */
export interface Store<Value> {
  get(): Value;
  /** Replaces the value and calls every listener. */
  set(next: Value): void;
  /** Calls `listener` after every change. @returns the function that stops it */
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

/** The current value; the component renders again when it changes. */
export function useStore<Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get);
}
