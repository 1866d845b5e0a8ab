import { createStore, useStore } from '../../lib/store.ts';

/** Something that was told, for this tab's memory only. */
export interface HistoryEntry {
  id: number;
  kind: 'success' | 'error';
  title: string;
  message: string;
  at: Date;
}

const most = 200;
const history = createStore<readonly HistoryEntry[]>([]);
let lastId = 0;

/** Remembers something that was told; the oldest goes first. */
export function addToHistory(entry: Omit<HistoryEntry, 'id' | 'at'>): void {
  lastId += 1;
  history.set([{ ...entry, id: lastId, at: new Date() }, ...history.get()].slice(0, most));
}

/** Everything told in this tab, latest first. */
export function useHistory(): readonly HistoryEntry[] {
  return useStore(history);
}
