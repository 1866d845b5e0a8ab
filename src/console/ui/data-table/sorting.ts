import type { Column } from './columns.ts';

/** A table's order as in the address: a column's id, after `-` if descending. */
export type Sort = string;

/** The direction in which a table is sorted by a column; undefined if it's sorted by another one. */
export function directionOf(sort: Sort | undefined, column: string): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : undefined;
}

/** The order after a click on a column's header. */
export function nextSort(sort: Sort | undefined, column: string): Sort {
  return sort === column ? `-${column}` : column;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts items by a column; equal ones, and all if no column has this id, keep their order. */
export function sortItems<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  sort: Sort | undefined,
): readonly Item[] {
  const column = columns.find(({ id, sort: by }) => by && directionOf(sort, id));
  if (!column?.sort) return items;
  const { sort: by, text } = column;
  const keys = new Map(items.map((item) => [item, by === true ? text(item) : by(item)]));
  const sign = sort === column.id ? 1 : -1;
  return items.toSorted((one, other) => sign * compare(keys.get(one), keys.get(other)));
}

function compare(one: string | number | undefined, other: string | number | undefined): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}
