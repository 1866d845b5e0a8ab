import { useSyncExternalStore } from 'react';

/** Something that was told, for this tab's memory only. */
export interface HistoryEntry {
  id: number;
  kind: 'success' | 'error';
  title: string;
  message: string;
  at: Date;
}

const most = 200;
let entries: readonly HistoryEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Remembers something that was told; the oldest goes first. */
export function addToHistory(entry: Omit<HistoryEntry, 'id' | 'at'>): void {
  lastId += 1;
  entries = [{ ...entry, id: lastId, at: new Date() }, ...entries].slice(0, most);
  for (const listener of listeners) listener();
}

/** Everything told in this tab, latest first. */
export function useHistory(): readonly HistoryEntry[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => entries,
  );
}
