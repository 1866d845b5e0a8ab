import { memo, useId, useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import { msg } from '../../lib/text.ts';
import { MoreIcon } from '../icons.tsx';
import type { Column } from './columns.ts';
import classes from './data-table.module.css';

interface TableRowProps<Item> {
  ref: Ref<HTMLElement> | undefined;
  index: number;
  /** Undefined while it isn't loaded. */
  item: Item | undefined;
  /** Distance from the first row, in px. */
  offset: number;
  /** In px; undefined for as high as its content. */
  height: number | undefined;
  columns: readonly Column<Item>[];
  tabbable: boolean;
  current: boolean;
  /** Undefined if rows can't be selected. */
  selected: boolean | undefined;
  /** Whether its menu is open; undefined if rows have no menu. */
  menuOpen: boolean | undefined;
  // The same for all rows, and stable, so that a row is rendered again only when something about it changes.
  onFocus(index: number): void;
  onSelect(index: number, extend: boolean): void;
  onMenu(index: number, button: HTMLElement): void;
}

/** One row: its checkbox, cells and menu. Only the row with the tab stop has its content in the tab order. */
export const TableRow = memo(function TableRow<Item>(props: TableRowProps<Item>) {
  const { ref, index, item, offset, height, columns, tabbable, current, selected, menuOpen } = props;
  const { onFocus, onSelect, onMenu } = props;
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    for (const element of row.current?.querySelectorAll<HTMLElement>('a, button, input') ?? [])
      element.tabIndex = tabbable ? 0 : -1;
  });
  const id = useId();
  const label = item === undefined ? '' : (columns[0]?.text(item) ?? '');
  return (
    <div
      ref={(element) => {
        row.current = element;
        if (typeof ref === 'function') ref(element);
      }}
      role="row"
      aria-rowindex={index + 2}
      // Read once: its checkbox and menu name the record again.
      aria-labelledby={columns.map((column) => cellId(id, column.id)).join(' ')}
      aria-selected={selected}
      aria-current={current || undefined}
      data-index={index}
      data-auto={height === undefined || undefined}
      tabIndex={tabbable ? 0 : -1}
      className={classes.row}
      style={{ height, transform: `translateY(${offset}px)` }}
      onFocus={() => onFocus(index)}
    >
      {selected !== undefined && (
        <div role="gridcell" className={classes.check}>
          <label>
            <input
              type="checkbox"
              aria-label={msg`Select ${label}`}
              checked={selected}
              disabled={item === undefined}
              // A checkbox changes by a click, or by a key press that the browser reports as one.
              onChange={({ nativeEvent }) =>
                onSelect(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </label>
        </div>
      )}
      <Cells row={id} item={item} columns={columns} />
      {menuOpen !== undefined && (
        <div role="gridcell" className={classes.menu}>
          {item !== undefined && (
            <button
              type="button"
              className={classes.menuButton}
              aria-label={msg`Actions for ${label}`}
              aria-haspopup="menu"
              aria-expanded={menuOpen}
              onClick={({ currentTarget }) => onMenu(index, currentTarget)}
            >
              <MoreIcon />
            </button>
          )}
        </div>
      )}
    </div>
  );
}) as <Item>(props: TableRowProps<Item>) => ReactNode;

const cellId = (row: string, column: string) => `${row}${column}`;

interface CellsProps<Item> {
  /** The row's ID. */
  row: string;
  item: Item | undefined;
  columns: readonly Column<Item>[];
}

/** A row's cells; rendered again only when the record or the columns change. */
const Cells = memo(function Cells<Item>({ row, item, columns }: CellsProps<Item>) {
  return columns.map(({ id, header, text, verbatim, isTime, screenOnly, cell = text }, index) => (
    <div
      key={id}
      id={cellId(row, id)}
      role={index === 0 ? 'rowheader' : 'gridcell'}
      className={classes.cell}
      translate={verbatim && 'no'}
      data-label={isTime && index > 0 && header !== 'Time' ? header : undefined}
      data-buttons={screenOnly}
      title={cell === text && item !== undefined ? text(item) : undefined}
    >
      {item !== undefined && cell(item)}
      {item === undefined && index === 0 && <span className="muted">Loading…</span>}
    </div>
  ));
}) as <Item>(props: CellsProps<Item>) => ReactNode;
