import { useStore } from '../../lib/store.ts';
import { createStoredStore, storedEntries, storedStrings } from './stored-store.ts';

const store = createStoredStore<Record<string, string[]>>('palisade-table-columns', (stored) =>
  Object.fromEntries(storedEntries(stored).map(([table, ids]) => [table, storedStrings(ids)])),
);

/** The columns of a table that the user has shown or hidden, and a function to change them. */
export function useToggledColumns(table: string): [readonly string[], (columns: readonly string[]) => void] {
  const all = useStore(store);
  return [all[table] ?? [], (columns) => store.set({ ...store.get(), [table]: [...columns] })];
}
