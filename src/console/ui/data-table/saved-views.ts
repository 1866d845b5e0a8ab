import { useStore } from '../../lib/store.ts';
import { createStoredStore, storedEntries, storedStrings } from './stored-store.ts';
import type { ListState } from './list-state.ts';

/** A search, filters, an order and columns that the user has saved under a name. */
export interface SavedView {
  name: string;
  state: ListState;
  /** The columns that differ from the initial choice. */
  columns: readonly string[];
}

const store = createStoredStore<Record<string, readonly SavedView[]>>('palisade-table-views', (stored) =>
  Object.fromEntries(
    storedEntries(stored).map(([table, views]) => [table, Array.isArray(views) ? views.flatMap(viewOf) : []]),
  ),
);

function viewOf(stored: unknown): SavedView[] {
  const { name, state, columns } = Object.fromEntries(storedEntries(stored));
  if (typeof name !== 'string') return [];
  const texts = storedEntries(state).flatMap(([id, value]) =>
    typeof value === 'string' ? [[id, value] as const] : [],
  );
  return [{ name, state: Object.fromEntries(texts), columns: storedStrings(columns) }];
}

/** A table's saved views in this browser, in alphabetical order. */
export function useSavedViews(table: string) {
  const views = useStore(store)[table] ?? [];
  const change = (next: readonly SavedView[]) => store.set({ ...store.get(), [table]: next });
  const without = (name: string) => views.filter((view) => view.name !== name);
  return {
    views,
    /** Saves a view, in place of one with the same name. */
    save: (view: SavedView) =>
      change([...without(view.name), view].toSorted((one, other) => one.name.localeCompare(other.name))),
    remove: (name: string) => change(without(name)),
  };
}

/** Whether a table shows what a view has saved. */
export function isShown(view: SavedView, state: ListState, columns: readonly string[]): boolean {
  const textOf = (of: ListState, shown: readonly string[]) =>
    JSON.stringify([
      Object.entries(of)
        .filter(([, value]) => value)
        .toSorted(([one], [other]) => one.localeCompare(other)),
      shown.toSorted(),
    ]);
  return textOf(view.state, view.columns) === textOf(state, columns);
}
