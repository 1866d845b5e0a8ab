import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { withActive } from '../rows/row-keyboard.ts';
import { ChevronRightIcon, MoreIcon } from '../icons.tsx';
import { RowMenu, type OpenedMenu } from '../rows/row-menu.tsx';
import { moveBy, type TreeRow } from './keyboard.ts';
import classes from './tree-view.module.css';
import { preferences, rowHeights } from '../../lib/preferences/preferences.ts';
import { useStore } from '../../lib/store.ts';
import { textScale } from '../../lib/browser-state.ts';

/** The tree's imperative methods. */
export interface TreeHandle {
  /** Scrolls a row into view, and focuses it if another one has the focus. */
  reveal(id: number): void;
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
  /** The rows that an action will be for: if there are any, they're the selected ones, and the shown one is the current one. */
  marked: ReadonlySet<number>;
  /** Marks rows, or unmarks them: a check box, Ctrl+click and Ctrl+Space change one, Shift+click marks all from the row that was chosen last. */
  onMark(ids: readonly number[], mark: boolean): void;
  /** The items of a row's menu. */
  renderMenu(id: number): ReactNode;
  /** Handles keys before the tree does. @returns whether it has */
  onRowKey(key: string, id: number): boolean;
  ref?: Ref<TreeHandle>;
}

/**
 * A virtualised tree: only rows in view are in the page. The only tab stop is the last focused row (WAI-ARIA Authoring
 * Practices, tree view). Rows state their level, position and set size, because most siblings aren't in the page.
 */
export function TreeView(props: TreeViewProps) {
  const { label, rows, complete, selected, textOf, renderRow, onSelect, onOpenChange } = props;
  const { marked, renderMenu, onRowKey, ref } = props;
  const [menu, setMenu] = useState<OpenedMenu<number>>();
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = textScale() * rowHeights[useStore(preferences).density].tree;
  const [active, setActive] = useState<number | undefined>(selected);
  const typed = useRef({ text: '', at: 0 });
  const marks = useMarks(props);

  const indexOf = (id: number | undefined) => rows.findIndex((row) => row.id === id);
  const found = indexOf(active);
  const activeIndex = found === -1 ? Math.max(0, indexOf(selected)) : found;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    rangeExtractor: withActive(activeIndex),
  });
  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);
  const focusRow = useRowFocus(scroller);

  function reveal(id: number, focus = false) {
    const index = indexOf(id);
    if (index === -1) return;
    setActive(id);
    marks.begin(id);
    virtualizer.scrollToIndex(index, { align: 'auto' });
    // Keys act on the active row.
    if (focus || scroller.current?.contains(document.activeElement)) focusRow(id);
  }
  useImperativeHandle(ref, () => ({ reveal: (id) => reveal(id) }));

  /** @returns whether the key does something */
  function onKey({ key, ctrlKey, metaKey }: KeyboardEvent, { id }: TreeRow): boolean {
    if (ctrlKey || metaKey) {
      if (key !== ' ') return false;
      marks.begin(id);
      marks.toggle(id);
      return true;
    }
    if (onRowKey(key, id)) return true;
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const move = moveBy(key, rows, activeIndex, pageRows, typed.current, textOf);
    if (move?.open) onOpenChange(move.open.ids, move.open.value);
    if (move?.select) onSelect(id);
    const target = move?.to === undefined ? undefined : rows.at(move.to);
    if (target) reveal(target.id, true);
    return move !== undefined;
  }

  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        role="tree"
        aria-label={label}
        aria-multiselectable
        className={classes.tree}
        // React sets it through the CSSOM, which the Content-Security-Policy allows.
        style={{ height: virtualizer.getTotalSize(), '--row-height': `${rowHeight}px` } as CSSProperties}
        onKeyDown={(event) => {
          const row = rows.at(activeIndex);
          if (row && !event.altKey && onKey(event, row)) event.preventDefault();
        }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows.at(index);
          return (
            row && (
              <TreeItem
                key={row.id}
                row={row}
                siblings={complete ? row.siblings : -1}
                offset={start}
                shown={row.id === selected}
                marked={marked.has(row.id)}
                selected={marked.size > 0 ? marked.has(row.id) : row.id === selected}
                tabbable={index === activeIndex}
                onFocus={() => setActive(row.id)}
                onClick={(event) => {
                  setActive(row.id);
                  marks.press(event, index, row.id);
                }}
                onMenu={(element) => setMenu({ key: row.id, button: element, opened: true })}
                onToggle={() => onOpenChange([row.id], !row.open)}
              >
                {renderRow(row)}
              </TreeItem>
            )
          );
        })}
      </div>
      {menu && (
        <RowMenu menu={menu} onChange={setMenu}>
          {renderMenu(menu.key)}
        </RowMenu>
      )}
    </div>
  );
}

/** Marks rows: one, or a range from the row that was chosen last. */
function useMarks({ rows, selected, marked, onSelect, onMark }: TreeViewProps) {
  // A press also makes its row the active one.
  const first = useRef(selected);
  const begin = (id: number) => {
    first.current = id;
  };
  const toggle = (id: number) => onMark([id], !marked.has(id));
  /** Marks rows, or selects one. */
  const press = ({ ctrlKey, metaKey, shiftKey, target }: MouseEvent, index: number, id: number) => {
    const last = rows.findIndex((row) => row.id === first.current);
    if (!shiftKey) begin(id);
    const onBox = target instanceof Element && target.closest('[data-check]') !== null;
    if (ctrlKey || metaKey || (onBox && !shiftKey)) toggle(id);
    else if (shiftKey) {
      const [from = 0, to = 0] = [last === -1 ? index : last, index].toSorted((a, b) => a - b);
      onMark(
        rows.slice(from, to + 1).map((row) => row.id),
        true,
      );
    } else onSelect(id);
  };
  return { begin, toggle, press };
}

/** @returns a function that focuses a row once it's drawn, which may be only after the list has scrolled */
function useRowFocus(scroller: RefObject<HTMLElement | null>) {
  const pending = useRef<number>(undefined);
  function moveFocus() {
    const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${pending.current}"]`);
    if (!element) return;
    pending.current = undefined;
    element.focus({ preventScroll: true });
  }
  useEffect(moveFocus);
  return (id: number) => {
    pending.current = id;
    moveFocus();
  };
}

interface TreeItemProps {
  row: TreeRow;
  /** The number of siblings; -1 while unknown (WAI-ARIA, `aria-setsize`). */
  siblings: number;
  /** Distance from the top of the tree, in px. */
  offset: number;
  shown: boolean;
  marked: boolean;
  selected: boolean;
  tabbable: boolean;
  onFocus(): void;
  onClick(event: MouseEvent): void;
  /** Opens its menu. */
  onMenu(row: HTMLElement): void;
  onToggle(): void;
  children: ReactNode;
}

const indent = 16;
/** Deeper rows aren't indented further, so that their names stay in the pane. */
const maxIndentLevels = 10;

/** One row of the tree. */
function TreeItem(props: TreeItemProps) {
  const { row, siblings, offset, shown, marked, selected, tabbable, children } = props;
  const { onFocus, onClick, onMenu, onToggle } = props;
  return (
    <div
      role="treeitem"
      data-row={row.id}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={siblings}
      aria-selected={selected}
      aria-current={shown || undefined}
      data-marked={marked || undefined}
      {...(row.open === undefined ? {} : { 'aria-expanded': row.open })}
      tabIndex={tabbable ? 0 : -1}
      className={classes.row}
      style={{
        transform: `translateY(${offset}px)`,
        paddingInlineStart: 28 + indent * Math.min(row.level - 1, maxIndentLevels),
      }}
      onFocus={onFocus}
      onClick={onClick}
      // By the right button, or by the menu key.
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(event.currentTarget);
      }}
    >
      <span
        className={classes.toggle}
        data-open={row.open}
        data-empty={row.open === undefined || undefined}
        aria-hidden="true"
        onClick={(event) => {
          if (row.open === undefined) return;
          event.stopPropagation();
          onToggle();
        }}
      >
        <ChevronRightIcon />
      </span>
      {/* The state is the row's, and the keyboard's way is Ctrl+Space. */}
      <span className={classes.check} data-check aria-hidden="true">
        <input type="checkbox" tabIndex={-1} checked={marked} readOnly />
      </span>
      {row.level - 1 > maxIndentLevels && <span className={classes.depth}>{row.level - 1}</span>}
      {children}
      <span
        className={classes.menuButton}
        // The menu key opens it from the keyboard.
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          const item = event.currentTarget.parentElement;
          if (item) onMenu(item);
        }}
      >
        <MoreIcon />
      </span>
    </div>
  );
}
