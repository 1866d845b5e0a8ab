import { Button, Group, Text } from '@mantine/core';
import { notify } from '../../data/notifications/notify.ts';
import { useDeferredValue, type ReactNode } from 'react';
import { errorProps } from '../../data/error-props.tsx';
import type { RecordList } from '../../data/service/record-pages.ts';
import { useRecordPages } from '../../data/service/use-record-pages.ts';
import { useListState } from '../../data/use-list-state.ts';
import { isSame } from '../../lib/changes-to.ts';
import { count } from '../../lib/text.ts';
import type { DataTableProps } from '../../ui/data-table/table-props.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useArrange, type Filter, type ListState } from '../../ui/data-table/list-state.ts';
import type { Selected } from '../../ui/data-table/selection.ts';
import { Page } from '../../ui/page.tsx';

interface ListPageProps<Item> extends Pick<
  DataTableProps<Item>,
  'noun' | 'columns' | 'keyOf' | 'renderMenu' | 'renderBulkActions' | 'limit' | 'pickers' | 'prepareExport'
> {
  title: string;
  /** The chapter of the guide about it. */
  help: string;
  filters: readonly Filter<Item>[];
  /** The records that match a text, and filters that the service applies. */
  listOf(search: string, state: ListState): RecordList<Item>;
  /** Undefined if the user can't delete any. */
  onDelete: ((selected: Selected<Item>) => void) | undefined;
  /** A link to import some. */
  importLink?: ReactNode;
  /** Undefined if the user can't create any. */
  onNew: (() => void) | undefined;
  children?: ReactNode;
}

/** A page that lists many records. Suspends until the first ones are loaded. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { title, help, noun, filters, columns, listOf, onDelete, importLink, onNew } = props;
  const [state, onState] = useListState(filters);
  // Deferred, so that the current rows stay until those of a new search are loaded.
  const shown = useDeferredValue(state);
  const { q: search = '' } = shown;
  const asked = listOf(search, shown);
  const isCurrent = isSame(asked.key, listOf(state.q ?? '', state).key);
  const list = useRecordPages(asked, useArrange(columns, filters, state));
  const { rows, error, sorting } = list;
  return (
    <Page
      title={title}
      help={help}
      type="list"
      actions={
        onNew && (
          <Group gap={6}>
            {importLink}
            <Button variant="filled" size="sm" onClick={onNew}>
              New {noun}
            </Button>
          </Group>
        )
      }
    >
      <DataTable<Item>
        {...props}
        id={noun}
        label={title}
        state={state}
        onState={onState}
        listed={search}
        rows={rows}
        stale={list.stale || !isCurrent}
        progress={sorting ? `Loading ${count(rows.length, noun)}…` : undefined}
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
