import { compareNames } from '../../lib/text.ts';
import { useMemo } from 'react';
import type { Column } from './columns.ts';
import { matches } from '../../lib/matches.ts';

/** What a list shows, as in the page's address: the chosen values of each filter by its ID, separated by commas. */
export interface ListState {
  readonly [filter: string]: string | undefined;
  /** The text to search for. */
  readonly q?: string | undefined;
  /** The order: a column's ID, after `-` if descending. */
  readonly sort?: string | undefined;
}

/** Changes a list's state. It's given the latest state, even if it isn't rendered yet. */
export type ChangeListState = (change: (state: ListState) => ListState) => void;

/** The values to which a list can be narrowed. */
export interface FilterChoice {
  /** Identifies the filter in the address. */
  id: string;
  label: string;
  /** The values to choose from; none of them contains a comma. */
  options: readonly { value: string; label: string }[];
  /** Whether only one of them can be chosen. */
  single?: true;
  /** Other filters that a choice removes, by their IDs. */
  replaces?: readonly string[];
}

/** One way to narrow a list: to items with certain values, such as a state. */
export interface Filter<Item> extends FilterChoice {
  /** An item's values: it's listed if one of them is chosen. Absent if the items are chosen otherwise, such as by the service. */
  valuesOf?(item: Item): readonly string[];
}

/** A filter's chosen values. */
export function chosenIn(state: ListState, { id }: { id: string }): readonly string[] {
  return state[id]?.split(',') ?? [];
}

/** The state with other chosen values of a filter. */
export function choosing(
  state: ListState,
  filter: Pick<FilterChoice, 'id' | 'replaces'>,
  values: readonly string[],
): ListState {
  const { id, replaces = [] } = filter;
  const replaced = Object.fromEntries(replaces.map((each) => [each, undefined]));
  return { ...state, ...replaced, [id]: values.join(',') || undefined };
}

/** The state with a value of a filter chosen, or no longer chosen. */
export function toggling(
  state: ListState,
  filter: Pick<FilterChoice, 'id' | 'replaces' | 'single'>,
  value: string,
): ListState {
  const chosen = chosenIn(state, filter);
  const others = chosen.filter((each) => each !== value);
  if (others.length < chosen.length) return choosing(state, filter, others);
  return choosing(state, filter, filter.single ? [value] : [...chosen, value]);
}

/** Whether any filter has a chosen value. */
export function isFiltered(state: ListState, filters: readonly { id: string }[]): boolean {
  return filters.some((filter) => chosenIn(state, filter).length > 0);
}

/**
 * Filters and sorts lists that the service has searched; undefined if nothing is to do.
 * @param filters keep their identity between renders, as `columns` do
 */
export function useArrange<Item>(
  columns: readonly Column<Item>[],
  filters: readonly Filter<Item>[],
  state: ListState,
): ((items: readonly Item[]) => readonly Item[]) | undefined {
  return useMemo(() => {
    const sorted = columns.some((column) => column.sort && directionOf(state.sort, column.id));
    const others = filters.filter(({ valuesOf }) => valuesOf);
    if (!sorted && !isFiltered(state, others)) return undefined;
    return (items: readonly Item[]) => arrangeItems(items, columns, others, { ...state, q: undefined });
  }, [columns, filters, state]);
}

/** Searches all columns, hidden ones included, filters and sorts. */
export function arrangeItems<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  filters: readonly Filter<Item>[],
  state: ListState,
): readonly Item[] {
  const { q = '', sort } = state;
  const used = filters.flatMap(({ id, valuesOf }) => {
    const chosen = chosenIn(state, { id });
    return valuesOf && chosen.length > 0 ? [{ valuesOf, chosen }] : [];
  });
  const found = items.filter(
    (item) =>
      used.every(({ valuesOf, chosen }) => valuesOf(item).some((value) => chosen.includes(value))) &&
      (q === '' || matches(q, ...columns.map(({ text }) => text(item)))),
  );
  return sortItems(found, columns, sort);
}

/** The direction in which a table is sorted by a column; undefined if it's sorted by another one. */
export function directionOf(
  sort: string | undefined,
  column: string,
): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : undefined;
}

/** The state after a click on a column's header: sorted by it, or in the reversed order. */
export function sortedBy(state: ListState, column: string): ListState {
  return { ...state, sort: state.sort === column ? `-${column}` : column };
}

/** Sorts items by a column; equal ones, and all if no column has this id, keep their order. 50,000 items take 200 ms. */
export function sortItems<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  sort: string | undefined,
): readonly Item[] {
  const column = columns.find(({ id, sort: by }) => by && directionOf(sort, id));
  if (!column?.sort) return items;
  const { sort: by, text } = column;
  const sign = sort === column.id ? 1 : -1;
  return items
    .map((item) => ({ item, key: by === true ? text(item) : by(item) }))
    .toSorted((one, other) => sign * compare(one.key, other.key))
    .map(({ item }) => item);
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return compareNames(String(one), String(other));
}
