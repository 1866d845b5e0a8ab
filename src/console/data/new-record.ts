import { useEffect } from 'react';
import { createStore, useStore } from '../lib/store.ts';

/** A kind of record whose form opens on its list's page. */
type Kind = 'user' | 'role';

const requested = createStore<Kind | undefined>(undefined);

/** Opens the form of a new record on its list's page, also if that page is opened later. */
export function openNewRecord(kind: Kind): void {
  requested.set(kind);
}

/** Whether the list's form for a new record is open, and a function that closes it. Leaving the page closes it too. */
export function useNewRecord(kind: Kind): [boolean, () => void] {
  const open = useStore(requested) === kind;
  useEffect(() => close, []);
  return [open, close];
}

function close(): void {
  requested.set(undefined);
}
