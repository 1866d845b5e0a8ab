import { useEffect } from 'react';
import { createStore, useStore } from '../lib/store.ts';
import { msg } from '../lib/text.ts';

const recordName = createStore<string | undefined>(undefined);

/** Puts the name of the page's record before its window title: "Acme · Groups · Palisade". */
export function useTitle(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return undefined;
    const before = document.title;
    const title = msg`${name} · ${before}`;
    document.title = title;
    recordName.set(name);
    return () => {
      recordName.set(undefined);
      // Another page may have set its own by now.
      if (document.title === title) document.title = before;
    };
  }, [name]);
}

/** The name of the record that the page shows, if known. */
export function useRecordName(): string | undefined {
  return useStore(recordName);
}
