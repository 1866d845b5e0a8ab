import { useSyncExternalStore } from 'react';

/** A value outside React that components and modules can subscribe to. */
export interface Store<Value> {
  get(): Value;
  /** Replaces the value and calls every listener. */
  set(next: Value): void;
  /** Calls `listener` after every change. @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void;
}

const resets: (() => void)[] = [];

/** Gives every store its initial value, as after a reload. Tests of pages share the stores. */
export function resetStores(): void {
  for (const reset of resets) reset();
}

/** @param initial the value until the first `set` */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const { emit, subscribe } = createEvent();
  const set = (next: Value) => {
    value = next;
    emit();
  };
  resets.push(() => set(initial));
  return { get: () => value, set, subscribe };
}

/** Returns the current value and re-renders the component when it changes. */
export function useStore<Value>({ subscribe, get }: Pick<Store<Value>, 'subscribe' | 'get'>): Value {
  return useSyncExternalStore(subscribe, get);
}

/** Something that happens again and again, and who's called then. */
export function createEvent() {
  const listeners = new Set<() => void>();
  return {
    emit: () => {
      for (const listener of listeners) listener();
    },
    /** Calls `listener` every time. @returns a function that unsubscribes */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
