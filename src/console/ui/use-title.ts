import { useEffect } from 'react';
import { createStore, useStore } from '../lib/store.ts';
import { isolate } from '../lib/text.ts';

const shownName = createStore<string | undefined>(undefined);

/** Puts the name of what is shown before the page's title in the window: "Acme · Groups · Palisade". */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return undefined;
    const before = document.title;
    const title = `${isolate(name)} · ${before}`;
    document.title = title;
    shownName.set(name);
    return () => {
      shownName.set(undefined);
      // A page that came meanwhile has set its own.
      if (document.title === title) document.title = before;
    };
  }, [name]);
}

/** The name of what the page shows, as far as it is known. */
export function useShownName(): string | undefined {
  return useStore(shownName);
}
