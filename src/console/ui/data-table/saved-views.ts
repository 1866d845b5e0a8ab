import { createContext, useContext } from 'react';
import { useStore, type Store } from '../../lib/store.ts';
import { createStoredStore, storedEntries, storedStrings } from './stored-store.ts';
import type { ListState } from './list-state.ts';

/** A search, filters, an order and columns that the user has saved under a name. */
export interface SavedView {
  name: string;
  state: ListState;
  /** The columns that differ from the initial choice. */
  columns: readonly string[];
}

/** Identifies the user whose views the tables offer. */
export const SavedViewsOwner = createContext('');

type Views = Readonly<Record<string, readonly SavedView[]>>;

const stores = new Map<string, Store<Views>>();

/** Separate for each user, so that they don't see each other's searches. */
function storeOf(owner: string): Store<Views> {
  const known = stores.get(owner) ?? createStoredStore<Views>(`palisade-table-views ${owner}`, parseViews);
  stores.set(owner, known);
  return known;
}

function parseViews(stored: unknown): Views {
  return Object.fromEntries(
    storedEntries(stored).map(([table, views]) => [table, Array.isArray(views) ? views.flatMap(viewOf) : []]),
  );
}

function viewOf(stored: unknown): SavedView[] {
  const { name, state, columns } = Object.fromEntries(storedEntries(stored));
  if (typeof name !== 'string') return [];
  const texts = storedEntries(state).flatMap(([id, value]) =>
    typeof value === 'string' ? [[id, value] as const] : [],
  );
  return [{ name, state: Object.fromEntries(texts), columns: storedStrings(columns) }];
}

/** The user's saved views of a table in this browser, in alphabetical order. */
export function useSavedViews(table: string) {
  const store = storeOf(useContext(SavedViewsOwner));
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
