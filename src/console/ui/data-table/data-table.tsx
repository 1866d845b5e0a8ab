import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useState, type RefCallback } from 'react';
import { textScale, usePrinting } from '../../lib/browser-state.ts';
import { count } from '../../lib/text.ts';
import { ErrorView } from '../error-view.tsx';
import { LineSkeletons } from '../line-skeletons.tsx';
import { fittingColumns, leastWidth, shownColumns, type Rows, useToggledColumns } from './columns.ts';
import classes from './data-table.module.css';
import { chosenIn, sortedBy, type ListState } from './list-state.ts';
import { useSelection } from './selection.ts';
import { TableGrid } from './table-grid.tsx';
import type { DataTableProps } from './table-props.ts';
import { Toolbar } from './toolbar.tsx';
import { ViewMenu } from './view-menu.tsx';

const noRows: never[] = [];
const noFilters: never[] = [];
const noState: ListState = {};

/** Whether tables show cards. */
export function useCards(): boolean {
  return useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
}

/**
 * A list of records: searchable, filtered and sortable, with a choice of columns, selection, a menu per row
 * and CSV export, for all but short lists. Only the rows in view are rendered; on phones they're cards. Columns that there's no space for are left
 * out. The keyboard moves between rows, even those that aren't rendered yet.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { id, noun, columns, keyOf, onState, error } = props;
  const { bulkAction, renderBulkActions } = props;
  const { state = noState, filters = noFilters, listed = state.q ?? '' } = props;
  const rows: Rows<Item> = props.rows ?? noRows;
  const cards = useCards();
  const [toggled] = useToggledColumns(id);
  const printing = usePrinting();
  const selectable = bulkAction !== undefined || renderBulkActions !== undefined;
  const beside = scrollbarWidth + (selectable ? 36 : 0) + (props.renderMenu ? 44 : 0);
  const all = useMemo(() => shownColumns(columns, toggled), [columns, toggled]);
  const [width, root] = useWidth(textScale() * leastWidth(all) + beside);
  // A card has a line for its first column, and only as much space for the others as their texts need.
  const inCard = textScale() * leastWidth(all.slice(0, 1)) + (width - 56) * 1.3;
  const space = printing ? Infinity : cards ? inCard : width - beside;
  const shown = useMemo(() => fittingColumns(all, space / textScale()), [all, space]);
  const loadAll = async () => (Array.isArray(rows) ? (rows as Item[]) : ((await props.loadAll?.()) ?? []));
  // Without filters that nothing is chosen from: they may appear later.
  const chosen = filters.flatMap((filter) => chosenIn(state, filter).map((value) => `${filter.id}=${value}`));
  const narrowed = listed !== '' || chosen.length > 0;
  const narrowedTo = [props.narrowedTo, listed, ...chosen].join('\n');
  const isLimited = narrowed || Boolean(props.searches ?? props.limit);
  const isSearchable = useIsSearchable(isLimited || rows.length >= fewRows);
  const selection = useSelection(rows, keyOf, narrowedTo, loadAll);
  const { items, select } = selection;
  const isVoid = rows.length === 0 && !narrowed && !props.stale;
  const isEmpty = isVoid && props.rows !== undefined;
  if (error?.notOffered) return <ErrorView {...error} />;
  return (
    <div ref={root} className={classes.dataTable} data-cards={cards || undefined}>
      <Group className={classes.bar} gap={12} justify="space-between" align="flex-start" wrap="nowrap">
        {selectable && items.length > 0 ? (
          <Group className={classes.toolbar} role="group" aria-label="Selection">
            <Text fw={600} role="status">
              {count(items.length, noun)} selected
            </Text>
            {bulkAction && (
              <Button c="var(--danger)" onClick={() => bulkAction.start(selection)}>
                {bulkAction.verb} {count(items.length, noun)}
              </Button>
            )}
            {renderBulkActions?.(selection)}
            {cards && items.length < rows.length && (
              <Button onClick={selection.toggleAll}>Select all {count(rows.length, noun)}</Button>
            )}
            <Button onClick={() => select([])}>Clear selection</Button>
          </Group>
        ) : (
          <Group className={classes.toolbar}>
            {onState && (
              <Toolbar
                {...props}
                state={state}
                onState={onState}
                filters={filters}
                rows={props.rows}
                narrowed={narrowed}
                narrow={cards}
                listed={listed}
                empty={isEmpty || !isSearchable}
              />
            )}
          </Group>
        )}
        {!isVoid && (isSearchable || props.actions || items.length > 0) && (
          <ViewMenu
            {...props}
            state={state}
            onState={onState}
            cards={cards}
            fitting={shown}
            load={items.length > 0 ? async () => items : loadAll}
            exported={items.length > 0 ? count(items.length, noun) : count(rows.length, noun, rows.more)}
          />
        )}
      </Group>
      {error && <ErrorView title={`Couldn't load ${noun}s`} {...error} />}
      {!props.rows && !error && <LineSkeletons label={`Loading ${noun}s`} />}
      {isEmpty && !error && <div>{props.empty ?? <Text>No {noun}s yet</Text>}</div>}
      {rows.length > 0 && (
        <TableGrid
          {...props}
          sort={state.sort}
          {...(onState && { onSort: (column) => onState((latest) => sortedBy(latest, column)) })}
          narrowedTo={narrowedTo}
          rows={rows}
          columns={shown}
          cards={cards}
          selection={selectable ? selection : undefined}
        />
      )}
    </div>
  );
}

/** A list shorter than this is taken in at a glance. */
const fewRows = 10;

/** Whether there are search and filters: once they're needed, they stay. */
function useIsSearchable(isNeeded: boolean): boolean {
  const [isSearchable, setSearchable] = useState(isNeeded);
  if (isNeeded && !isSearchable) setSearchable(true);
  return isSearchable;
}

/** At most, with the border. */
const scrollbarWidth = 17;

/** An element's width, in px; infinite if it's enough, and until it's known, which is before it's painted. */
function useWidth(enough: number): [width: number, ref: RefCallback<HTMLElement>] {
  const [width, setWidth] = useState(Infinity);
  const ref = useCallback(
    (element: HTMLElement) => {
      const measure = () => {
        const { clientWidth } = element;
        // A hidden element has none.
        if (clientWidth > 0) setWidth(clientWidth < enough ? clientWidth : Infinity);
      };
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [enough],
  );
  return [width, ref];
}
