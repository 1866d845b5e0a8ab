import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import classes from './record-list.module.css';
import type { PagedList } from './use-record-pages.ts';

/** One column of a list. */
export interface Column<Item> {
  heading: string;
  /** Hidden on phones. */
  wide?: boolean;
  render(record: Item): ReactNode;
}

interface RecordListProps<Item> {
  label: string;
  list: PagedList<Item>;
  /** The first one holds the link to the record. */
  columns: readonly Column<Item>[];
  /** The search text: a new search scrolls to the top. */
  search: string;
}

const rowHeight = 40;
const phoneRowHeight = 44;

/**
 * A virtualised table. The arrow keys, Page Up and Down, Home and End move between records, even those that aren't
 * rendered yet.
 */
export function RecordList<Item>({ label, list, columns, search }: RecordListProps<Item>) {
  const phone = useMediaQuery('(max-width: 639px)', undefined, { getInitialValueInEffect: false });
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [focusTarget, setFocusTarget] = useState<number>();
  const height = phone ? phoneRowHeight : rowHeight;
  const count = list.total ?? 0;
  const activeIndex = Math.min(active, Math.max(0, count - 1));
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const { onView } = list;
  useEffect(() => onView(first, last), [first, last, onView]);
  useEffect(() => virtualizer.measure(), [height, virtualizer]);
  useEffect(() => {
    setActive(0);
    scroller.current?.scrollTo({ top: 0 });
  }, [search]);
  const targetIsLoaded = focusTarget !== undefined && list.itemAt(focusTarget) !== undefined;
  useEffect(() => {
    if (focusTarget === undefined) return;
    const link = scroller.current?.querySelector<HTMLElement>(`[data-record="${focusTarget}"] a`);
    if (!link) return;
    link.focus({ preventScroll: true });
    setFocusTarget(undefined);
  }, [focusTarget, targetIsLoaded, first, last]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2);
    const to = target(event.key, activeIndex, page, count - 1);
    if (to === undefined) return;
    event.preventDefault();
    setActive(to);
    virtualizer.scrollToIndex(to, { align: 'auto' });
    setFocusTarget(to);
  }

  const shown = columns.filter((column) => !phone || !column.wide);
  return (
    <div ref={scroller} className={classes.scroller} data-stale={list.stale || undefined}>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={count + 1}
        className={classes.table}
        data-columns={columns.length}
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup" className={classes.head}>
          <div role="row" aria-rowindex={1} className={classes.row}>
            {shown.map(({ heading }) => (
              <div key={heading} role="columnheader" className={classes.cell}>
                {heading}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {items.map((row) => {
            const record = list.itemAt(row.index);
            return (
              <div
                key={row.key}
                role="row"
                aria-rowindex={row.index + 2}
                data-record={row.index}
                className={classes.row}
                style={{ height, transform: `translateY(${row.start}px)` }}
                onFocus={() => setActive(row.index)}
              >
                {shown.map((column, index) => (
                  <div key={column.heading} role="cell" className={classes.cell}>
                    {record === undefined
                      ? index === 0 && <span className={classes.pending}>Loading…</span>
                      : column.render(record)}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function target(key: string, index: number, page: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, last);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'PageDown':
      return Math.min(index + page, last);
    case 'PageUp':
      return Math.max(index - page, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
