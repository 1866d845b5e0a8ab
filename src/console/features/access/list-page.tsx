import { Button, Text } from '@mantine/core';
import { notify } from '../../data/notifications/notify.ts';
import { useDeferredValue, type ReactNode } from 'react';
import { errorProps } from '../../data/error-props.ts';
import type { RecordList } from '../../data/service/record-pages.ts';
import { useRecordPages } from '../../data/service/use-record-pages.ts';
import { useListState } from '../../data/use-list-state.ts';
import { count } from '../../lib/text.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useArrange, type Filter } from '../../ui/data-table/list-state.ts';
import type { Selected } from '../../ui/data-table/selection.ts';
import { UnreadRecords } from '../../ui/item-list/unread-records.tsx';
import { Page } from '../../ui/page.tsx';

interface ListPageProps<Item> {
  title: string;
  /** The chapter of the guide about it. */
  help: string;
  /** The singular noun: "user". */
  noun: string;
  filters: readonly Filter<Item>[];
  columns: readonly Column<Item>[];
  /** The records that match a text. */
  listOf(search: string): RecordList<Item>;
  keyOf(item: Item): string;
  renderMenu(item: Item): ReactNode;
  /** Undefined if the user can't delete any. */
  onDelete: ((selected: Selected<Item>) => void) | undefined;
  /** Buttons for the selected records, besides Delete. */
  renderBulkActions?: ((selected: Selected<Item>) => ReactNode) | undefined;
  /** What the list is limited to besides filters, and how to lift that. */
  limit?: { text: string; onRemove(): void } | undefined;
  /** What limits the list besides filters. */
  toolbarActions?: ReactNode;
  /** Loads what the columns' texts need before they're exported. */
  prepareExport(items: readonly Item[]): Promise<void>;
  /** Undefined if the user can't create any. */
  onNew: (() => void) | undefined;
  children?: ReactNode;
}

/** A page that lists many records. Suspends until the first ones are loaded. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { title, help, noun, filters, columns, listOf, onDelete, onNew } = props;
  const [state, onState] = useListState(filters);
  // Deferred, so that the current rows stay until those of a new search are loaded.
  const search = useDeferredValue(state.q ?? '');
  const list = useRecordPages(listOf(search), useArrange(columns, filters, state));
  const { rows, error, missing, unread, sorting } = list;
  return (
    <Page
      title={title}
      help={help}
      type="list"
      actions={
        onNew && (
          <Button variant="filled" size="sm" onClick={onNew}>
            New {noun}
          </Button>
        )
      }
    >
      {missing > 0 && (
        <Text role="status">This list is incomplete: the service didn't return {count(missing, noun)}.</Text>
      )}
      <UnreadRecords count={unread} />
      <DataTable<Item>
        {...props}
        id={noun}
        label={title}
        state={state}
        onState={onState}
        listed={search}
        rows={rows}
        stale={list.stale || search !== (state.q ?? '')}
        progress={sorting ? `Loading ${count(rows.length, noun)}…` : undefined}
        actions={props.toolbarActions}
        onView={list.onView}
        loadAll={list.loadAll}
        onExportError={(reason) => notify.error(`Couldn't export ${noun}s`, reason)}
        error={error && errorProps(error, list.retry)}
        empty={<Text>No {noun}s are visible to you.</Text>}
        bulkAction={onDelete && { verb: 'Delete', start: onDelete }}
      />
      {props.children}
    </Page>
  );
}
