import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { useStore } from '../../lib/store.ts';
import { toZone, zoneName } from '../../lib/preferences/zoned-time.ts';
import { storedValue } from '../../lib/stored-value.ts';

/** One column of a table. The first one identifies the row: it has the link and can't be hidden. */
export interface Column<Item> {
  /** Identifies the column in the address, in the stored choice of columns, and in CSV files. */
  id: string;
  header: string;
  /** Its track in a CSS grid. */
  width: string;
  /** Its value as text: for CSV files, for sorting, and for the cell unless `cell` is given. */
  text(item: Item): string;
  /** Its links and buttons don't come and go by a state of their own: they're taken out of the tab order with the row. */
  cell?(item: Item): ReactNode;
  /** Its values are names, paths or codes, which a translation of the page leaves as they are. */
  verbatim?: true;
  /** What to sort by: `text`, or another value. Absent if the table can't be sorted by this column. */
  sort?: true | ((item: Item) => string | number);
  /** Hidden until the user shows it. */
  optional?: true;
  /** Left out before others where there's no space for all of them. */
  minor?: true;
  /** Its text is a time in ISO 8601: CSV files have it in the user's time zone, which the header names. */
  isTime?: true;
  /** Left out of CSV files, because it only has buttons. */
  screenOnly?: true;
}

/** A table's rows. An array, or a long list of which only some rows are loaded. */
export interface Rows<Item> {
  readonly length: number;
  /** Whether there may be more, which are counted once the last ones are in view. */
  readonly more?: boolean | undefined;
  /** Undefined while the row isn't loaded. */
  at(index: number): Item | undefined;
}

/** The columns that a table shows. @param toggled the ids of those that the user has shown or hidden */
export function shownColumns<Item>(
  columns: readonly Column<Item>[],
  toggled: readonly string[],
): Column<Item>[] {
  return columns.filter(
    ({ id, optional }, index) => index === 0 || toggled.includes(id) === (optional === true),
  );
}

/**
 * The columns that fit into a width, in px with the usual font size. The minor ones are left out first, then the last; never the first one, buttons,
 * and what the user has shown.
 */
export function fittingColumns<Item>(
  columns: readonly Column<Item>[],
  width: number,
): readonly Column<Item>[] {
  const spare = (minor?: true) =>
    columns
      .slice(1)
      .filter((column) => !column.optional && !column.screenOnly && column.minor === minor)
      .toReversed();
  let left = columns;
  for (const column of [...spare(true), ...spare()]) {
    if (leastWidth(left) <= width) break;
    left = left.filter((each) => each !== column);
  }
  return left;
}

/** The least width of columns with the usual font size, in px. */
export function leastWidth<Item>(columns: readonly Column<Item>[]): number {
  return columns.reduce((sum, { width }) => sum + Number(/\d+(?=px)/.exec(width)?.[0] ?? 0), 0);
}

/** The IDs of columns, by table. */
const stored = z.catch(z.record(z.string(), z.catch(z.array(z.string()), [])), {});
const store = storedValue('palisade-table-columns', (value) => stored.parse(value));

// The same array in every render: rows are drawn again if their columns change.
const none: readonly string[] = [];

/** The columns of a table that the user has shown or hidden, and a function to change them. */
export function useToggledColumns(table: string): [readonly string[], (columns: readonly string[]) => void] {
  const all = useStore(store);
  return [all[table] ?? none, (columns) => store.set({ ...store.get(), [table]: [...columns] })];
}

/** A column's header in a CSV file. */
export function csvHeader({ header, isTime }: Column<never>): string {
  return isTime ? `${header} (${zoneName()})` : header;
}

/** A cell in a CSV file; times as spreadsheets read them, and sentences without the marks that isolate names. */
export function csvCell<Item>({ text, isTime, verbatim }: Column<Item>, item: Item): string {
  const value = verbatim ? text(item) : text(item).replaceAll(/[\u2068\u2069]/g, '');
  return (isTime && toZone(new Date(value)).replace('T', ' ')) || value;
}
