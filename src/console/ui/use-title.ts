import { useEffect, useSyncExternalStore } from 'react';
import { isolate } from '../lib/text.ts';

let shown: string | undefined;
const listeners = new Set<() => void>();

function show(name: string | undefined): void {
  shown = name;
  for (const listener of listeners) listener();
}

/** Puts the name of what is shown before the page's title in the window: "Acme · Groups · Palisade". */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return undefined;
    const before = document.title;
    const title = `${isolate(name)} · ${before}`;
    document.title = title;
    show(name);
    return () => {
      show(undefined);
      // A page that came meanwhile has set its own.
      if (document.title === title) document.title = before;
    };
  }, [name]);
}

/** The name of what the page shows, as far as it is known. */
export function useShownName(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
