import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, type ReactNode } from 'react';
import { count } from '../../lib/text.ts';
import { ErrorView } from '../error-view.tsx';
import { LineSkeletons } from '../line-skeletons.tsx';
import { shownColumns, type Rows } from './columns.ts';
import { useToggledColumns } from './chosen-columns.ts';
import classes from './data-table.module.css';
import { useSelection } from './selection.ts';
import { TableGrid } from './table-grid.tsx';
import type { TableProps } from './table-props.ts';
import { ViewMenu } from './view-menu.tsx';

interface DataTableProps<Item> extends TableProps<Item> {
  /** Identifies the table in this browser's storage. */
  id: string;
  /** Undefined while they're loading. */
  rows: Rows<Item> | undefined;
  /** Why rows are missing or out of date. */
  error?: { detail: readonly string[]; onRetry: (() => void) | undefined } | undefined;
  /** Loads every row of a list that isn't an array, in its order. */
  loadAll?(): Promise<readonly Item[]>;
  /** Whether the rows belong to an earlier search or order. */
  stale?: boolean;
  /** Shown above the table: its search and buttons. */
  toolbar?: ReactNode;
  /** Shown instead of an empty table that isn't searched. */
  empty?: ReactNode;
  /** Buttons for the selected rows; given, rows can be selected. */
  renderBulkActions?: ((items: readonly Item[], clear: () => void) => ReactNode) | undefined;
}

const noRows: never[] = [];

/**
 * A list of records: sortable, with a choice of columns, selection, a menu per row and CSV export. Only the rows in view
 * are rendered; on phones they're cards. The keyboard moves between rows, even those that aren't rendered yet.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { id, label, noun, columns, keyOf, error, search = '', stale = false, renderBulkActions } = props;
  const rows: Rows<Item> = props.rows ?? noRows;
  const cards = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [toggled, setToggled] = useToggledColumns(id);
  const shown = useMemo(() => shownColumns(columns, toggled), [columns, toggled]);
  const loadAll = async () => (Array.isArray(rows) ? (rows as Item[]) : ((await props.loadAll?.()) ?? []));
  const selection = useSelection(rows, keyOf, search, loadAll);
  const { items, clear } = selection;
  return (
    <div className={classes.dataTable} data-cards={cards || undefined}>
      <Group gap={12} justify="space-between" align="flex-start">
        <Group gap={12} className={classes.toolbar}>
          {props.toolbar}
        </Group>
        {rows.length > 0 && (
          <ViewMenu
            {...props}
            cards={cards}
            toggled={toggled}
            onToggle={setToggled}
            shown={shown}
            load={items.length > 0 ? async () => items : loadAll}
            exported={count(items.length || rows.length, noun)}
          />
        )}
      </Group>
      {error && <ErrorView title={`Couldn't load ${noun}s`} detail={error.detail} onRetry={error.onRetry} />}
      {!props.rows && !error && <LineSkeletons label={`Loading ${noun}s`} />}
      {props.rows?.length === 0 && !error && (
        <div role="status">
          {search === '' ? (
            (props.empty ?? <Text size="sm">No {noun}s yet</Text>)
          ) : (
            <Text size="sm">
              No {noun}s match “{search}”
            </Text>
          )}
        </div>
      )}
      {rows.length > 0 && (
        <TableGrid
          {...props}
          label={label}
          rows={rows}
          columns={shown}
          cards={cards}
          stale={stale}
          selection={renderBulkActions && selection}
        />
      )}
      {renderBulkActions && (
        <Group gap={8} className={classes.bulk} data-empty={items.length === 0 || undefined}>
          <Text size="sm" role="status">
            {items.length > 0 && `${count(items.length, noun)} selected`}
          </Text>
          {items.length > 0 && (
            <>
              {renderBulkActions(items, clear)}
              <Button size="xs" variant="default" onClick={clear}>
                Clear selection
              </Button>
            </>
          )}
        </Group>
      )}
    </div>
  );
}
