import * as z from 'zod/mini';
import { useStore } from '../../lib/store.ts';
import { storedValue } from '../../lib/stored-value.ts';

/** The IDs of columns, by table. */
const stored = z.catch(z.record(z.string(), z.catch(z.array(z.string()), [])), {});
const store = storedValue('palisade-table-columns', (value) => stored.parse(value));

/** The columns of a table that the user has shown or hidden, and a function to change them. */
export function useToggledColumns(table: string): [readonly string[], (columns: readonly string[]) => void] {
  const all = useStore(store);
  return [all[table] ?? [], (columns) => store.set({ ...store.get(), [table]: [...columns] })];
}
