import { Text } from '@mantine/core';
import { count, formatNumber } from '../../lib/text.ts';
import { Chip, FilterChips, FilterMenu } from './filter-menu.tsx';
import { isFiltered, type ChangeListState, type Filter, type ListState } from './list-state.ts';
import { SearchField } from './search-field.tsx';
import type { DataTableProps } from './table-props.ts';

interface ToolbarProps<Item> extends Pick<
  DataTableProps<Item>,
  'noun' | 'limit' | 'progress' | 'actions' | 'total'
> {
  filters: readonly Filter<Item>[];
  state: ListState;
  onState: ChangeListState;
  /** How many rows are shown; undefined while they're loading. */
  shown: number | undefined;
  /** Whether the list is searched or filtered. */
  narrowed: boolean;
  /** The search that the rows belong to. */
  listed: string;
  /** Whether there's nothing to search. */
  empty: boolean;
}

/** A table's search, filters, count and buttons. */
export function Toolbar<Item>(props: ToolbarProps<Item>) {
  const { noun, filters, state, onState, limit, actions, empty } = props;
  return (
    <>
      {!empty && (
        <>
          <SearchField
            noun={noun}
            search={state.q ?? ''}
            onSearch={(q) => onState((latest) => ({ ...latest, q: q || undefined }))}
          />
          <FilterMenu filters={filters} state={state} onState={onState} />
        </>
      )}
      {limit && <Chip {...limit} />}
      <FilterChips filters={filters} state={state} onState={onState} />
      {!empty && (
        <Text className="muted" role="status">
          {props.progress ?? countText(props)}
        </Text>
      )}
      {actions}
    </>
  );
}

function countText<Item>({ noun, filters, state, shown, total, narrowed, listed }: ToolbarProps<Item>) {
  if (shown === undefined) return '';
  if (!narrowed) return count(shown, noun);
  if (shown === 0) return `No ${noun}s match ${isFiltered(state, filters) ? 'these filters' : `“${listed}”`}`;
  return total === undefined
    ? `${count(shown, noun)} found`
    : `${formatNumber(shown)} of ${count(total, noun)}`;
}
