import type { ReactNode } from 'react';
import { ChevronRightIcon } from '../icons.tsx';
import type { TreeRow } from './tree-row.ts';
import classes from './tree-view.module.css';

interface TreeItemProps {
  row: TreeRow;
  /** The number of siblings; -1 while unknown (WAI-ARIA, `aria-setsize`). */
  siblings: number;
  /** Distance from the top of the tree, in px. */
  offset: number;
  selected: boolean;
  tabbable: boolean;
  onFocus(): void;
  onSelect(): void;
  onToggle(): void;
  children: ReactNode;
}

const indent = 16;
/** Deeper rows aren't indented further, so that their names stay in the pane. */
const maxIndentLevels = 10;

/** One row of the tree. */
export function TreeItem(props: TreeItemProps) {
  const { row, siblings, offset, selected, tabbable, onFocus, onSelect, onToggle, children } = props;
  return (
    <div
      role="treeitem"
      data-row={row.id}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={siblings}
      aria-selected={selected}
      {...(row.open === undefined ? {} : { 'aria-expanded': row.open })}
      tabIndex={tabbable ? 0 : -1}
      className={classes.row}
      style={{
        transform: `translateY(${offset}px)`,
        paddingInlineStart: 4 + indent * Math.min(row.level - 1, maxIndentLevels),
      }}
      onFocus={onFocus}
      onClick={onSelect}
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
      {row.level - 1 > maxIndentLevels && <span className={classes.depth}>{row.level - 1}</span>}
      {children}
    </div>
  );
}
