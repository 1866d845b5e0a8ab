import { compareNames } from '../../lib/text.ts';
import { createContext, useContext } from 'react';
import * as z from 'zod/mini';
import { useStore } from '../../lib/store.ts';
import { storedValue } from '../../lib/stored-value.ts';
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

/** By table. */
type Views = Readonly<Record<string, readonly SavedView[]>>;

const savedView = z.object({
  name: z.string(),
  state: z.record(z.string(), z.string()),
  columns: z.array(z.string()),
});
const stored = z.catch(z.record(z.string(), z.catch(z.array(savedView), [])), {});

/** The user's saved views of a table in this browser, in alphabetical order. */
export function useSavedViews(table: string) {
  const owner = useContext(SavedViewsOwner);
  const store = storedValue<Views>(`palisade-table-views ${owner}`, (value) => stored.parse(value));
  const views = useStore(store)[table] ?? [];
  const change = (next: readonly SavedView[]) => store.set({ ...store.get(), [table]: next });
  const without = (name: string) => views.filter((view) => view.name !== name);
  return {
    views,
    /** Saves a view, in place of one with the same name. */
    save: (view: SavedView) =>
      change([...without(view.name), view].toSorted((one, other) => compareNames(one.name, other.name))),
    remove: (name: string) => change(without(name)),
  };
}

/** Whether a table shows what a view has saved. */
export function isShown(view: SavedView, state: ListState, columns: readonly string[]): boolean {
  const textOf = (of: ListState, shown: readonly string[]) =>
    JSON.stringify([
      Object.entries(of)
        .filter(([, value]) => value)
        .toSorted(([one], [other]) => compareNames(one, other)),
      shown.toSorted(),
    ]);
  return textOf(view.state, view.columns) === textOf(state, columns);
}
