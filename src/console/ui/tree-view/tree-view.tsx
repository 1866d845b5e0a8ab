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
import { useRowWindow } from './use-row-window.ts';

/** The tree's imperative methods. */
export interface TreeHandle {
  /** Scrolls a row into view, and focuses it if requested, or if another row has the focus. */
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

const rowHeight = 32;

/**
 * A virtualised tree: only rows in view are in the page. The only tab stop is the last focused row (WAI-ARIA Authoring
 * Practices, tree view). Rows state their level, position and set size, because most siblings aren't in the page.
 */
export function TreeView(props: TreeViewProps) {
  const { label, rows, complete, selected, textOf, renderRow, onSelect, onOpenChange } = props;
  const { onRowKey, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<number | undefined>(selected);
  const focusPending = useRef<number>(undefined);
  const typed = useRef({ text: '', at: 0 });

  const indexOf = (id: number | undefined) => rows.findIndex((row) => row.id === id);
  const found = indexOf(active);
  const activeIndex = found === -1 ? Math.max(0, indexOf(selected)) : found;
  const { from, to } = useRowWindow(scroller, rowHeight, rows.length);
  const drawn = Array.from({ length: to - from }, (_, index) => from + index);
  // The focused row stays in the page when it's scrolled out of view, so that the focus isn't lost.
  if (activeIndex < from) drawn.unshift(activeIndex);
  else if (activeIndex >= to && activeIndex < rows.length) drawn.push(activeIndex);

  function reveal(id: number, focus: boolean) {
    const index = indexOf(id);
    const element = scroller.current;
    if (index === -1 || !element) return;
    setActive(id);
    const top = index * rowHeight;
    const bottom = top + rowHeight - element.clientHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop) element.scrollTop = bottom;
    // Keys act on the active row.
    if (!focus && !element.contains(document.activeElement)) return;
    focusPending.current = id;
    moveFocus();
  }
  useImperativeHandle(ref, () => ({ reveal }));

  // A revealed row may be drawn only after the list has scrolled.
  function moveFocus() {
    const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${focusPending.current}"]`);
    if (!element) return;
    focusPending.current = undefined;
    element.focus({ preventScroll: true });
  }
  useEffect(moveFocus);

  function onKeyDown(event: KeyboardEvent) {
    const row = rows.at(activeIndex);
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (onRowKey?.(event.key, row.id)) {
      event.preventDefault();
      return;
    }
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const move = moveBy(event.key, rows, activeIndex, pageRows, typed.current, textOf);
    if (!move) return;
    event.preventDefault();
    if (move.open) onOpenChange(move.open.ids, move.open.value);
    if (move.select) onSelect(row.id);
    const target = move.to === undefined ? undefined : rows.at(move.to);
    if (target) reveal(target.id, true);
  }

  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        role="tree"
        aria-label={label}
        className={classes.tree}
        // React sets it through the CSSOM, which the Content-Security-Policy allows.
        style={{ height: rows.length * rowHeight }}
        onKeyDown={onKeyDown}
      >
        {drawn.map((index) => {
          const row = rows.at(index);
          return (
            row && (
              <TreeItem
                key={row.id}
                row={row}
                siblings={complete ? row.siblings : -1}
                offset={index * rowHeight}
                selected={row.id === selected}
                tabbable={index === activeIndex}
                onFocus={() => setActive(row.id)}
                onSelect={() => {
                  setActive(row.id);
                  onSelect(row.id);
                }}
                onToggle={() => onOpenChange([row.id], !row.open)}
              >
                {renderRow(row)}
              </TreeItem>
            )
          );
        })}
      </div>
    </div>
  );
}
