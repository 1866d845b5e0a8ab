import type { ComponentProps, ReactNode } from 'react';
import type { ErrorView } from '../error-view.tsx';
import type { Column, Rows } from './columns.ts';
import type { ChangeListState, FilterChoice, ListState } from './list-state.ts';
import type { Selected } from './selection.ts';

/** What every part of a table needs to know about it. */
export interface TableProps<Item> {
  /** Names the table, and the exported file: "Users". */
  label: string;
  /** The singular noun: "user". */
  noun: string;
  columns: readonly Column<Item>[];
  keyOf(item: Item): string;
  /** What the rows were searched and filtered for, besides `state`. Another one scrolls to the top and clears the selection. */
  narrowedTo?: string;
  /** Whether the rows belong to an earlier search or order. */
  stale?: boolean;
  /** The items of the row's menu; nothing for no menu. */
  renderMenu?: ((item: Item) => ReactNode) | undefined;
  /** The key of the row whose record is shown next to the table. */
  current?: string | undefined;
  /** Called when a key has moved the focus to a row. */
  onMove?: ((item: Item) => void) | undefined;
  /** Reports which rows are in view. */
  onView?(first: number, last: number): void;
  /** `auto` for rows as high as their content; otherwise each has one line. */
  rowHeight?: 'auto';
}

/** A whole table. */
export interface DataTableProps<Item> extends TableProps<Item> {
  /** Identifies the table in this browser's storage. */
  id: string;
  /** The search, filters and order; absent for a list that can't be changed in any of these. */
  state?: ListState;
  onState?: ChangeListState;
  filters?: readonly FilterChoice[];
  /** What can be typed to narrow the list, by ID as the filters; one search, `q`, if absent. */
  searches?: readonly { id: string; label: string; error?: string | undefined }[];
  /** Undefined while they're loading. */
  rows: Rows<Item> | undefined;
  /** What the rows were searched for, if it isn't `q`: an earlier search, or several; empty for all rows. */
  listed?: string;
  /** How many rows there are without search and filters; undefined if unknown. */
  total?: number | undefined;
  /** Why rows are missing or out of date. */
  error?: Omit<ComponentProps<typeof ErrorView>, 'title'> | null | undefined;
  /** Loads every row of a list that isn't an array, in its order. */
  loadAll?(): Promise<readonly Item[]>;
  /** Loads what the columns' texts need before they're exported. */
  prepareExport?: ((items: readonly Item[]) => Promise<void>) | undefined;
  /** Reports why rows, or what their texts need, couldn't be loaded for an export. */
  onExportError?: ((error: unknown) => void) | undefined;
  /** How the rows are exported, if not as a CSV file of what `loadAll` returns. */
  exports?: readonly { label: string; run(): void }[];
  /** Shown instead of the count while rows are loading: "Sorting 12 users…". */
  progress?: string | undefined;
  /** What the list is limited to besides filters, and how to lift that. */
  limit?: { text: string; onRemove(): void } | undefined;
  /** Other controls that narrow the list, after the search and filters. */
  pickers?: ReactNode;
  /** Buttons after them. */
  actions?: ReactNode;
  /** Shown instead of an empty table. */
  empty?: ReactNode;
  /** An action on the selected rows that can't be undone; given, rows can be selected. @param verb "Delete" */
  bulkAction?: { verb: string; start(selected: Selected<Item>): void } | undefined;
  /** Other buttons for the selected rows; given, rows can be selected. */
  renderBulkActions?: ((selected: Selected<Item>) => ReactNode) | undefined;
}
