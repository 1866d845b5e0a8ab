import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { moveBy } from './keyboard.ts';
import { TreeItem } from './tree-item.tsx';
import type { TreeRow } from './tree-row.ts';
import classes from './tree-view.module.css';

/** The tree's imperative methods. */
export interface TreeHandle {
  /** Scrolls a row into view and optionally focuses it. */
  reveal(id: number, focus: boolean): void;
}

interface TreeViewProps {
  label: string;
  rows: readonly TreeRow[];
  /** Whether these are all rows; otherwise the number of siblings is unknown. */
  complete: boolean;
  selected: number | undefined;
  /** The text that type-ahead matches. */
  textOf(id: number): string;
  renderRow(row: TreeRow): ReactNode;
  onSelect(id: number): void;
  onOpenChange(ids: number[], open: boolean): void;
  /** Handles keys before the tree does. @returns whether it has */
  onRowKey?(key: string, id: number): boolean;
  ref?: Ref<TreeHandle>;
}

export const rowHeight = 32;

/**
 * A virtualised tree: only rows in view are in the page. The only tab stop is the last focused row (WAI-ARIA Authoring
 * Practices, tree view). Rows state their level, position and set size, because most siblings aren't in the page.
 */
export function TreeView(props: TreeViewProps) {
  const { rows, selected, onSelect, onOpenChange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | undefined>(selected);
  const [focusPending, setFocusPending] = useState<number>();
  const typed = useRef({ text: '', at: 0 });

  const found = rows.findIndex((row) => row.id === active);
  const activeIndex =
    found === -1
      ? Math.max(
          0,
          rows.findIndex((row) => row.id === selected),
        )
      : found;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // Keeps the focused row in the page when it's scrolled out of view, so that the focus isn't lost.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const from = Math.max(0, startIndex - overscan);
      const to = Math.min(count - 1, endIndex + overscan);
      const range = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      if (activeIndex < from) range.unshift(activeIndex);
      else if (activeIndex > to && activeIndex < count) range.push(activeIndex);
      return range;
    },
  });

  function reveal(id: number, focus: boolean) {
    const index = rows.findIndex((row) => row.id === id);
    if (index === -1) return;
    setActive(id);
    virtualizer.scrollToIndex(index, { align: 'auto' });
    if (focus) setFocusPending(id);
  }
  useImperativeHandle(props.ref, () => ({ reveal }));

  useEffect(() => {
    if (focusPending === undefined) return;
    const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${focusPending}"]`);
    if (!element) return;
    element.focus({ preventScroll: true });
    setFocusPending(undefined);
  }, [focusPending, virtualizer.range, rows]);

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[activeIndex];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (props.onRowKey?.(event.key, row.id)) {
      event.preventDefault();
      return;
    }
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const move = moveBy(event.key, rows, activeIndex, pageRows, typed.current, props.textOf);
    if (!move) return;
    event.preventDefault();
    if (move.open) onOpenChange(move.open.ids, move.open.value);
    if (move.select) onSelect(row.id);
    const target = move.to === undefined ? undefined : rows[move.to];
    if (target) reveal(target.id, true);
  }

  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        role="tree"
        aria-label={props.label}
        className={classes.tree}
        // React sets it through the CSSOM, which the Content-Security-Policy allows.
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <TreeItem
                key={row.id}
                row={row}
                siblings={props.complete ? row.siblings : -1}
                offset={item.start}
                selected={row.id === selected}
                tabbable={item.index === activeIndex}
                onFocus={() => setActive(row.id)}
                onSelect={() => {
                  setActive(row.id);
                  onSelect(row.id);
                }}
                onToggle={() => onOpenChange([row.id], !row.open)}
              >
                {props.renderRow(row)}
              </TreeItem>
            )
          );
        })}
      </div>
    </div>
  );
}
