import { createStore, useStore } from '../../lib/store.ts';

/** A past notification. Kept in this tab's memory only. */
export interface HistoryEntry {
  id: number;
  kind: 'success' | 'error';
  title: string;
  message: string;
  at: Date;
}

const maxEntries = 200;
const history = createStore<readonly HistoryEntry[]>([]);
let lastId = 0;

/** Adds a notification; the oldest are dropped. */
export function addToHistory(entry: Omit<HistoryEntry, 'id' | 'at'>): void {
  lastId += 1;
  history.set([{ ...entry, id: lastId, at: new Date() }, ...history.get()].slice(0, maxEntries));
}

/** Every notification of this tab, latest first. */
export function useHistory(): readonly HistoryEntry[] {
  return useStore(history);
}
