import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { startTransition, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { roleIdOf, type ListedRole } from '../../../../contract/access/roles.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { count, isolate } from '../../../lib/text.ts';
import { features } from '../../../../contract/access/privileges.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { useArrange, type Filter } from '../../../ui/data-table/list-state.ts';
import { coveredGroupsText } from '../feature-meanings.ts';
import { RecordLockMark } from '../../../data/jobs/record-lock.tsx';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { ListPage } from '../list-page.tsx';
import { accessRoleOf } from '../../../data/access/model.ts';
import { roleKey, roleList } from '../../../data/access/roles.ts';
import { useListState } from '../../../data/use-list-state.ts';
import { useRecordPages } from '../../../data/access/use-record-pages.ts';
import type { Deletion } from './delete-roles.tsx';
import type { ProposedGrant } from './role-form.tsx';
import { openNewRecord, useNewRecord } from '../../../data/new-record.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { MenuLink } from '../../../ui/links.tsx';

const CreateRole = lazyComponent(() => import('./role-form.tsx'), 'CreateRole');
const DeleteRoles = lazyComponent(() => import('./delete-roles.tsx'), 'DeleteRoles');

const filters: Filter<ListedRole>[] = [
  {
    id: 'grants',
    label: 'Grants',
    options: features.map((feature) => ({ value: feature, label: feature })),
    valuesOf: ({ features: granted = [] }) => granted.map(({ name }) => name),
  },
];

interface RolesPageProps {
  /** What a new role should grant, and whom to assign it to: opens the form. */
  proposed: (ProposedGrant & { assignTo: string | undefined }) | undefined;
  /** Called when that form is closed. */
  onProposed(): void;
}

/** Lists all visible roles. */
export function RolesPage({ proposed, onProposed }: RolesPageProps) {
  const mayCreate = useSession().holds('group_admin', 'rw');
  const [creating, close] = useNewRecord('role');
  // The form has been left for the page of the user to assign the role to, which is about to open.
  const [left, setLeft] = useState(false);
  const wanted = (creating || (proposed !== undefined && !left)) && mayCreate;
  // Deferred, so that the list stays as it is until the form's code is loaded. Closing isn't.
  const ready = useDeferredValue(wanted);
  const open = wanted && ready;
  const columns = useColumns();
  const [state, onState] = useListState(filters);
  const [deleting, setDeleting] = useState<Deletion>();
  // Deferred, so that the current rows stay until those of a new search are loaded.
  const text = useDeferredValue(state.q ?? '');
  const list = useRecordPages(roleList(text), useArrange(columns, filters, state));
  return (
    <ListPage
      title="Roles"
      noun="role"
      state={state}
      onState={onState}
      filters={filters}
      list={list}
      listed={text}
      columns={columns}
      keyOf={roleKey}
      renderMenu={menuOf}
      renderBulkActions={
        mayCreate
          ? (roles, select) => (
              <Button c="var(--danger)" onClick={() => startTransition(() => setDeleting({ roles, select }))}>
                Delete {count(roles.length, 'role')}
              </Button>
            )
          : undefined
      }
      onNew={mayCreate ? () => openNewRecord('role') : undefined}
    >
      <Suspense fallback={null}>
        {open && (
          <CreateRole
            proposed={proposed}
            assignTo={proposed?.assignTo}
            onClose={() => {
              close();
              setLeft(true);
            }}
            onCancel={() => {
              close();
              if (proposed) onProposed();
            }}
          />
        )}
        {deleting && <DeleteRoles {...deleting} onClose={() => setDeleting(undefined)} />}
      </Suspense>
    </ListPage>
  );
}

const idOf = (role: ListedRole) => String(roleIdOf(roleKey(role)) ?? '');

const menuOf = (role: ListedRole) => (
  <>
    <MenuLink to="/access/roles/$roleId" params={{ roleId: idOf(role) }}>
      View role
    </MenuLink>
    <MenuLink to="/access/can" search={{ who: roleKey(role) }}>
      Check access
    </MenuLink>
    <MenuLink to="/access/compare" search={{ left: 'me', right: roleKey(role) }}>
      Compare with me
    </MenuLink>
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
        text: ({ features: granted = [] }) =>
          granted.map(({ name, privilege }) => `${isolate(name)} ${privilege}`).join(', '),
      },
      { id: 'path', header: 'Path', width: 'minmax(110px, 1fr)', optional: true, text: roleKey },
    ],
    [groups],
  );
}
