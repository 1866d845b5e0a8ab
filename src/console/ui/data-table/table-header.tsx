import { UnstyledButton } from '@mantine/core';
import { count } from '../../lib/text.ts';
import { ChevronDownIcon, ChevronUpIcon } from '../icons.tsx';
import type { TableProps } from './table-props.ts';
import classes from './data-table.module.css';
import type { Selection } from './selection.ts';
import { directionOf } from './list-state.ts';

interface TableHeaderProps<Item> extends TableProps<Item> {
  rowCount: number;
  /** Whether the rows are cards, which are sorted in the View menu. */
  cards: boolean;
  selection: Selection<Item> | undefined;
}

/** The column headers; those of columns that the table can be sorted by are buttons, unless the rows are cards. */
export function TableHeader<Item>(props: TableHeaderProps<Item>) {
  const { noun, columns, sort, onSort, rowCount, cards, selection, renderMenu } = props;
  const selected = selection?.items.length ?? 0;
  const selectText = `Select ${count(rowCount, noun)}`;
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        {selection && (
          <div role="columnheader" className={classes.check}>
            <label className={classes.selectAll} data-label={selectText}>
              <input
                type="checkbox"
                aria-label={selectText}
                checked={selected === rowCount}
                ref={(input) => {
                  if (input) input.indeterminate = selected > 0 && selected < rowCount;
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
