import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense, useDeferredValue, useMemo } from 'react';
import { roleIdOf, type ListedRole } from '../../../../contract/access/roles.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { isolate } from '../../../lib/text.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { useArrange } from '../../../ui/data-table/sorting.ts';
import { coveredGroupsText } from '../feature-meanings.ts';
import { RecordLockMark } from '../../../data/jobs/record-lock.tsx';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { ListPage, type ListSearch } from '../list-page.tsx';
import { accessRoleOf } from '../../../data/access/model.ts';
import { roleKey, roleList } from '../../../data/access/roles.ts';
import { useRecordPages } from '../../../data/access/use-record-pages.ts';
import type { ProposedGrant } from './role-form.tsx';
import { openNewRecord, useNewRecord } from '../../../data/new-record.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';

const CreateRole = lazyComponent(() => import('./role-form.tsx'), 'CreateRole');

interface RolesPageProps {
  search: ListSearch;
  onSearch(search: ListSearch): void;
  /** What a new role should grant, and whom to assign it to: opens the form. */
  proposed: (ProposedGrant & { assignTo: string | undefined }) | undefined;
  /** Called when that form is closed. */
  onProposed(): void;
}

/** Lists all visible roles. */
export function RolesPage({ search, onSearch, proposed, onProposed }: RolesPageProps) {
  const mayCreate = useSession().holds('group_admin', 'rw');
  const [creating, close] = useNewRecord('role');
  const wanted = (creating || proposed !== undefined) && mayCreate;
  // Deferred, so that the list stays as it is until the form's code is loaded. Closing isn't.
  const ready = useDeferredValue(wanted);
  const open = wanted && ready;
  const columns = useColumns();
  // Deferred, so that the current rows stay until those of a new search are loaded.
  const text = useDeferredValue(search.q ?? '');
  const list = useRecordPages(roleList(text), useArrange(columns, search.sort));
  return (
    <ListPage
      title="Roles"
      noun="role"
      search={search}
      onSearch={onSearch}
      list={list}
      listed={text}
      columns={columns}
      keyOf={roleKey}
      renderMenu={menuOf}
      onNew={mayCreate ? () => openNewRecord('role') : undefined}
    >
      <Suspense fallback={null}>
        {open && (
          <CreateRole
            proposed={proposed}
            assignTo={proposed?.assignTo}
            onClose={() => {
              close();
              if (proposed) onProposed();
            }}
          />
        )}
      </Suspense>
    </ListPage>
  );
}

const idOf = (role: ListedRole) => String(roleIdOf(roleKey(role)) ?? '');

const menuOf = (role: ListedRole) => (
  <>
    <Menu.Item
      renderRoot={(props) => <Link to="/access/roles/$roleId" params={{ roleId: idOf(role) }} {...props} />}
    >
      View role
    </Menu.Item>
    <Menu.Item
      renderRoot={(props) => (
        <Link to="/access/compare" search={{ left: 'me', right: roleKey(role) }} {...props} />
      )}
    >
      Compare with me
    </Menu.Item>
  </>
);

function useColumns(): Column<ListedRole>[] {
  const groups = useGroupDirectory();
  return useMemo(
    () => [
      {
        id: 'name',
        header: 'Name',
        width: 'minmax(140px, 1.5fr)',
        sort: true,
        text: ({ name = '' }) => name,
        cell: (role) => (
          <>
            <Link to="/access/roles/$roleId" params={{ roleId: idOf(role) }} title={role.name}>
              {role.name}
            </Link>{' '}
            <RecordLockMark path={roleKey(role)} />
          </>
        ),
      },
      {
        id: 'description',
        header: 'Description',
        width: 'minmax(140px, 2fr)',
        sort: true,
        text: ({ description = '' }) => description,
      },
      {
        id: 'groups',
        header: 'Applies to',
        width: 'minmax(140px, 1.5fr)',
        text: (role) => coveredGroupsText(accessRoleOf(role), groups),
      },
      {
        id: 'features',
        header: 'Grants',
        width: 'minmax(140px, 2fr)',
        text: ({ features = [] }) =>
          features.map(({ name, privilege }) => `${isolate(name)} ${privilege}`).join(', '),
      },
      { id: 'path', header: 'Path', width: 'minmax(110px, 1fr)', optional: true, text: roleKey },
    ],
    [groups],
  );
}
