import {
  defaultKeyExtractor,
  measureElement,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import type { Rows } from './columns.ts';
import type { TableProps } from './table-props.ts';
import classes from './data-table.module.css';
import { rowAfter, rowKeys, withActive } from '../rows/row-keyboard.ts';
import type { Selection } from './selection.ts';
import { TableRow } from './table-row.tsx';
import { useActiveRow, useRowFocus } from './use-active-row.ts';
import { UnstyledButton } from '@mantine/core';
import { RowMenu, type OpenedMenu } from '../rows/row-menu.tsx';
import { shortcutKey, singleKeys } from '../../lib/keys.ts';
import { count, formatNumber } from '../../lib/text.ts';
import { ChevronDownIcon, ChevronUpIcon } from '../icons.tsx';
import { directionOf } from './list-state.ts';
import { preferences, rowHeights } from '../../lib/preferences/preferences.ts';
import { useStore } from '../../lib/store.ts';
import { useLatest } from './use-latest.ts';
import { textScale, usePrinting } from '../../lib/browser-state.ts';

interface TableGridProps<Item> extends TableProps<Item> {
  rows: Rows<Item>;
  /** Whether the rows are cards, which are sorted in the View menu. */
  cards: boolean;
  selection: Selection<Item> | undefined;
  /** As in a list's state. */
  sort?: string | undefined;
  /** Sorts by a column, or reverses its order. */
  onSort?(column: string): void;
}

const headerHeight = () => textScale() * 36;
/** Browsers hang while they lay out many more. */
const mostPrinted = 1_000;
/** Of two lines. */
const cardHeight = () => textScale() * 60;

/** The rows of a table. One of them is a tab stop, with what it contains; the arrow keys move between rows. */
export function TableGrid<Item>(props: TableGridProps<Item>) {
  const { label, rows, columns, keyOf, stale, selection, renderMenu, narrowedTo } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenedMenu>();
  const [active, setActive] = useActiveRow(rows, keyOf);
  const rowFocus = useRowFocus(scroller, active);
  const { virtualizer, keyAt, measured, height, scrollMargin } = useVirtualRows(props, scroller, active);
  const onFocus = useLatest(setActive);
  const onSelect = useLatest((index: number, extend: boolean) => selection?.toggle(index, extend));
  const onMenu = useLatest((index: number, button: HTMLElement) =>
    setMenu({ key: keyAt(index), button, opened: true }),
  );
  const rendered = virtualizer.getVirtualItems();
  // By its key: the record's row moves when others appear above it.
  const menuRow = menu && rendered.find(({ index }) => keyAt(index) === menu.key);
  const menuItem = menuRow && rows.at(menuRow.index);
  useBackToTop(narrowedTo, virtualizer, setActive);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, currentTarget, shiftKey } = event;
    // React also passes on keys pressed in menus and dialogs that rows have opened.
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || event.altKey) return;
    const onRow = target.getAttribute('role') === 'row';
    const key = (onRow && singleKeys.get() && rowKeys[shortcutKey(event)]) || event.key;
    if (event.ctrlKey || event.metaKey) {
      if (shortcutKey(event) !== 'a' || !selection || selection.items.length === rows.length) return;
      selection.toggleAll();
    } else if (onRow && key === ' ' && selection) {
      selection.toggle(active, shiftKey);
    } else if (onRow && key === 'Enter') {
      target.querySelector('a')?.click();
    } else {
      const visible = (virtualizer.scrollElement?.clientHeight ?? 0) - headerHeight();
      const to = rowAfter(key, active, Math.max(1, Math.floor(visible / height) - 1), rows.length);
      if (to === undefined) return;
      setActive(to);
      virtualizer.scrollToIndex(to, { align: 'auto' });
      rowFocus.request();
      const item = rows.at(to);
      if (item !== undefined) props.onMove?.(item);
    }
    event.preventDefault();
  }
  return (
    <div ref={scroller} className={classes.scroller} data-stale={stale || undefined}>
      <div
        role="grid"
        aria-label={label}
        // -1: unknown (WAI-ARIA 1.2).
        aria-rowcount={rows.more ? -1 : rows.length + 1}
        aria-multiselectable={selection ? true : undefined}
        className={classes.grid}
        onClick={openRow}
        // React sets it through the CSSOM, which the Content-Security-Policy allows.
        style={{ '--tracks': tracksOf(props) } as CSSProperties}
      >
        <TableHeader {...props} />
        <div
          role="rowgroup"
          className={classes.body}
          data-rows
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
          onFocus={rowFocus.onFocus}
        >
          {rendered.map(({ index, start }) => {
            const item = rows.at(index);
            const key = keyAt(index);
            return (
              <TableRow
                key={key}
                // A new function, so that rows of any height are measured whenever the table is drawn.
                ref={measured ? (row) => virtualizer.measureElement(row) : undefined}
                index={index}
                item={item}
                offset={start - scrollMargin}
                height={measured ? undefined : height}
                columns={columns}
                tabbable={index === active}
                current={item !== undefined && keyOf(item) === props.current}
                selected={selection && item !== undefined && selection.has(keyOf(item))}
                menuOpen={renderMenu && menu?.opened === true && menu.key === key}
                onFocus={onFocus}
                onSelect={onSelect}
                onMenu={onMenu}
              />
            );
          })}
        </div>
      </div>
      {rows.length > mostPrinted && (
        <p className="print-only">Only the first {formatNumber(mostPrinted)} rows are printed.</p>
      )}
      {menu && menuItem !== undefined && (
        <RowMenu menu={menu} onChange={setMenu}>
          {renderMenu?.(menuItem)}
        </RowMenu>
      )}
    </div>
  );
}

/** The widths of all columns, as a grid's tracks. */
function tracksOf<Item>({ columns, selection, renderMenu }: TableGridProps<Item>): string {
  const widths = columns.map(({ width }) => width.replace(/(\d+)px/g, (_, pixels) => `${pixels / 16}rem`));
  return [selection && '36px', ...widths, renderMenu && '44px'].filter(Boolean).join(' ');
}

/** Lays out the rows in view, those around them, and the active one. */
function useVirtualRows<Item>(
  { rows, keyOf, cards, rowHeight, onView }: TableGridProps<Item>,
  scroller: RefObject<HTMLElement | null>,
  active: number,
) {
  const { density } = useStore(preferences);
  const printing = usePrinting();
  const measured = rowHeight === 'auto';
  const height = cards ? cardHeight() : textScale() * rowHeights[density].table;
  const keyAt = useCallback(
    (index: number) => {
      const item = rows.at(index);
      return item === undefined ? index : keyOf(item);
    },
    [rows, keyOf],
  );
  const scrollMargin = useScrollMargin(scroller, cards);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollElementOf(scroller.current, cards),
    scrollMargin,
    // A new function makes the virtualizer lay out every row again, which rows of one height don't need.
    getItemKey: measured ? keyAt : defaultKeyExtractor,
    estimateSize: () => height,
    // While the list is hidden, rows have no height, and every one of them would be in view.
    measureElement: (...measuring) => measureElement(...measuring) || height,
    scrollPaddingEnd: cards ? 0 : headerHeight(),
    overscan: 5,
    rangeExtractor: printing
      ? () => Array.from({ length: Math.min(rows.length, mostPrinted) }, (_, index) => index)
      : withActive(active),
  });
  useEffect(() => virtualizer.measure(), [height, virtualizer]);
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => onView?.(first, last), [first, last, onView]);
  return { virtualizer, keyAt, measured, height, scrollMargin };
}

/** Scrolls back to the first row, and makes it the active one, when the list is narrowed to something else. */
function useBackToTop(
  narrowedTo: string | undefined,
  virtualizer: Virtualizer<Element, Element>,
  setActive: (index: number) => void,
) {
  const previous = useRef(narrowedTo);
  useEffect(() => {
    if (previous.current === narrowedTo) return;
    previous.current = narrowedTo;
    setActive(0);
    // The page isn't scrolled back to what's above the list.
    const { scrollElement, options } = virtualizer;
    if (scrollElement && scrollElement.scrollTop > options.scrollMargin)
      scrollElement.scrollTo({ top: options.scrollMargin });
  }, [narrowedTo, setActive, virtualizer]);
}

/** What scrolls the rows: on phones the page, unless it's very low. */
function scrollElementOf(scroller: HTMLElement | null, cards: boolean): Element | null {
  // Looking for it takes a layout.
  return cards && scroller ? scrollingParent(scroller) : scroller;
}

/** What scrolls an element: itself, or what it's in. */
function scrollingParent(element: Element | null): Element {
  if (!element) return document.documentElement;
  return /auto|scroll/.test(getComputedStyle(element).overflowY)
    ? element
    : scrollingParent(element.parentElement);
}

/** How far the rows start below the top of what scrolls them: on phones that's the page. */
function useScrollMargin(scroller: RefObject<HTMLElement | null>, cards: boolean): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const own = scroller.current;
    const parent = scrollElementOf(own, cards);
    const body = own?.querySelector('[data-rows]');
    if (!body || !parent) return undefined;
    const distance = () =>
      body.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop;
    const measure = () => setMargin(parent === own ? 0 : Math.round(distance()));
    // What's above may load later.
    const observer = new ResizeObserver(measure);
    for (const part of parent.children) observer.observe(part);
    return () => observer.disconnect();
  }, [scroller, cards]);
  return margin;
}

/** Passes a click beside a row's own controls on to its link, with the keys held: Ctrl opens another tab. */
function openRow({ target, currentTarget, nativeEvent }: MouseEvent<HTMLElement>) {
  // React also passes on clicks in menus and dialogs that rows have opened.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  const selecting = document.getSelection()?.type === 'Range';
  if (selecting || target.closest('a, button, input, label, [role="button"]')) return;
  const link = target.closest('[role="row"]')?.querySelector('[role="rowheader"] a');
  link?.dispatchEvent(new globalThis.MouseEvent('click', nativeEvent));
}

/** The column headers; those of columns that the table can be sorted by are buttons, unless the rows are cards. */
function TableHeader<Item>(props: TableGridProps<Item>) {
  const { noun, columns, sort, onSort, rows, cards, selection, renderMenu } = props;
  const selected = selection?.items.length ?? 0;
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        {selection && !cards && (
          <div role="columnheader" className={classes.check}>
            <label>
              <input
                type="checkbox"
                aria-label={`Select ${count(rows.length, noun)}`}
                checked={selected === rows.length}
                ref={(input) => {
                  if (input) input.indeterminate = selected > 0 && selected < rows.length;
                }}
                onChange={selection.toggleAll}
              />
            </label>
          </div>
        )}
        {columns.map(({ id, header, sort: by }) => {
          const direction = directionOf(sort, id);
          const sortable = by !== undefined && onSort !== undefined;
          return (
            <div
              key={id}
              role="columnheader"
              aria-sort={sortable ? (direction ?? 'none') : undefined}
              className={classes.cell}
            >
              {sortable && !cards ? (
                <UnstyledButton className={classes.sort} onClick={() => onSort(id)}>
                  {header}
                  {direction === 'ascending' && <ChevronUpIcon />}
                  {direction === 'descending' && <ChevronDownIcon />}
                </UnstyledButton>
              ) : (
                header
              )}
            </div>
          );
        })}
        {renderMenu && (
          <div role="columnheader" className={classes.menu}>
            <span className="visually-hidden">Actions</span>
          </div>
        )}
      </div>
    </div>
  );
}
