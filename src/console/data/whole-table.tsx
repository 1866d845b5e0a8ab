import { useMemo } from 'react';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { arrangeItems, type Filter, type ListState } from '../ui/data-table/list-state.ts';
import type { DataTableProps } from '../ui/data-table/table-props.ts';
import { useListState } from './use-list-state.ts';

interface WholeTableProps<Item> extends Omit<
  DataTableProps<Item>,
  'rows' | 'total' | 'state' | 'onState' | 'filters'
> {
  filters?: readonly Filter<Item>[];
  /** Undefined while they're loading. */
  items: readonly Item[] | undefined;
  /** The state without one in the address. */
  initial?: ListState;
}

const none: never[] = [];

/** A table of records that are loaded as a whole; its search, filters and order are in the page's address. */
export function WholeTable<Item>({ items, initial, ...props }: WholeTableProps<Item>) {
  const { columns, filters = none } = props;
  const [state, onState] = useListState(filters, initial);
  const rows = useMemo(
    () => items && arrangeItems(items, columns, filters, state),
    [items, columns, filters, state],
  );
  return <DataTable {...props} rows={rows} total={items?.length} state={state} onState={onState} />;
}
