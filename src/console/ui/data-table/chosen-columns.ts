import { createStore, useStore } from '../../lib/store.ts';

const storageKey = 'palisade-table-columns';
const store = createStore(read());

/** The columns of a table that the user has shown or hidden, and a function to change them. */
export function useToggledColumns(table: string): [readonly string[], (columns: string[]) => void] {
  const all = useStore(store);
  return [all[table] ?? [], (columns) => change({ ...store.get(), [table]: columns })];
}

function change(next: Record<string, string[]>): void {
  store.set(next);
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage is full or disabled: the choice lasts until the page is closed.
  }
}

function read(): Record<string, string[]> {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, unknown>;
    const lists = Object.entries(stored).map(([table, ids]) => [
      table,
      Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
    ]);
    return Object.fromEntries(lists) as Record<string, string[]>;
  } catch {
    return {};
  }
}
