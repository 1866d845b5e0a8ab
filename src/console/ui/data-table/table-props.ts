import type { ReactNode } from 'react';
import type { Column } from './columns.ts';
import type { Sort } from './sorting.ts';

/** What every part of a table needs to know about it. */
export interface TableProps<Item> {
  /** Names the table, and the exported file: "Users". */
  label: string;
  /** The singular noun: "user". */
  noun: string;
  columns: readonly Column<Item>[];
  keyOf(item: Item): string;
  sort?: Sort | undefined;
  onSort?(sort: Sort): void;
  /** What the rows were searched and filtered for. Another one scrolls to the top and clears the selection. */
  narrowedTo?: string;
  /** The items of the row's menu; nothing for no menu. */
  renderMenu?: ((item: Item) => ReactNode) | undefined;
  /** Opens a row with Enter; otherwise Enter follows the row's first link. */
  onOpen?(item: Item): void;
  /** The key of the row whose record is shown next to the table. */
  current?: string | undefined;
  /** Called when a key has moved the focus to a row. */
  onMove?: ((item: Item) => void) | undefined;
  /** Reports which rows are in view. */
  onView?(first: number, last: number): void;
  /** `auto` for rows as high as their content; otherwise each has one line. */
  rowHeight?: 'auto';
}
