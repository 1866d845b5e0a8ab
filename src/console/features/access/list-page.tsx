import { Button, Group, Menu, Text } from '@mantine/core';
import { notify } from '../../data/notifications/notify.ts';
import { useDeferredValue, useState, type ReactNode } from 'react';
import type { AccessRecords } from '../../data/access/access-records.ts';
import { useNewRecord } from '../../data/new-record.ts';
import { useSession } from '../../data/session/use-session.ts';
import { errorProps } from '../../data/access/error-props.tsx';
import type { RecordList } from '../../data/service/record-pages.ts';
import { useRecordPages } from '../../data/service/use-record-pages.ts';
import { useListState } from '../../data/use-list-state.ts';
import { isSame } from '../../lib/changes-to.ts';
import { count } from '../../lib/text.ts';
import type { DataTableProps } from '../../ui/data-table/table-props.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useArrange, type Filter, type ListState } from '../../ui/data-table/list-state.ts';
import type { Selected } from '../../ui/data-table/selection.ts';
import { MenuLink } from '../../ui/links/links.tsx';
import { Page } from '../../ui/page.tsx';
import { pageOf } from './record-links.tsx';

interface ListPageProps<Item extends object> extends Pick<
  DataTableProps<Item>,
  'columns' | 'renderBulkActions' | 'limit' | 'pickers' | 'prepareExport'
> {
  /** Users or roles. */
  kind: AccessRecords<Item>;
  title: string;
  /** The chapter of the guide about it. */
  help: string;
  filters: readonly Filter<Item>[];
  /** The records that match a text, and filters that the service applies. */
  listOf(search: string, state: ListState): RecordList<Item>;
  /** A link to import some. */
  importLink?: ReactNode;
  /** What else the menu of a row has for users who can change some records. */
  renderMenu?(item: Item): ReactNode;
  renderForm(form: NewRecordForm<Item>): ReactNode;
  renderDeletion(deletion: Selected<Item> & { onClose(): void }): ReactNode;
  /** Other dialogs. */
  children?: ReactNode;
}

interface NewRecordForm<Item> {
  /** The proposed name. */
  name?: string | undefined;
  template?: Item | undefined;
  onClose(): void;
}

/**
 * A page that lists users or roles, and creates, duplicates and deletes them for those who can. Suspends until the first ones are
 * loaded.
 */
export function ListPage<Item extends object>(props: ListPageProps<Item>) {
  const { kind, title, help, filters, columns, listOf, importLink, renderForm } = props;
  const { noun, pathOf } = kind;
  const mayChange = useSession().holds('group_admin', 'rw');
  const [creating, openForm, closeForm] = useNewRecord(noun);
  const [template, setTemplate] = useState<Item>();
  const [deleting, setDeleting] = useState<Selected<Item>>();
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
        mayChange && (
          <Group gap={6}>
            {importLink}
            <Button variant="filled" size="sm" onClick={openForm}>
              New {noun}
            </Button>
          </Group>
        )
      }
    >
      <DataTable<Item>
        {...props}
        id={noun}
        noun={noun}
        keyOf={pathOf}
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
        renderMenu={(item) => (
          <>
            <MenuLink to={pageOf(pathOf(item))}>View {noun}</MenuLink>
            <MenuLink to="/access/can" search={{ who: pathOf(item) }}>
              Check access
            </MenuLink>
            {mayChange && <Menu.Item onClick={() => setTemplate(item)}>Duplicate</Menu.Item>}
            {mayChange && props.renderMenu?.(item)}
          </>
        )}
        renderBulkActions={mayChange ? props.renderBulkActions : undefined}
        bulkAction={mayChange ? { verb: 'Delete', start: setDeleting } : undefined}
      />
      {creating && mayChange && renderForm({ name: creating.name, onClose: closeForm })}
      {template && renderForm({ template, onClose: () => setTemplate(undefined) })}
      {deleting && props.renderDeletion({ ...deleting, onClose: () => setDeleting(undefined) })}
      {props.children}
    </Page>
  );
}
