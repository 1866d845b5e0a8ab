import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { startTransition, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { groupPath } from '../../../../contract/groups/groups.ts';
import { userIdOf, type ListedUser } from '../../../../contract/access/users.ts';
import { RecordLockMark } from '../../../data/jobs/record-lock.tsx';
import { useSession } from '../../../data/session/use-session.ts';
import { count, isolate } from '../../../lib/text.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { useArrange } from '../../../ui/data-table/list-state.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { ListPage } from '../list-page.tsx';
import { rolesQuery } from '../../../data/access/roles.ts';
import { userKey, userList } from '../../../data/access/users.ts';
import { useListState } from '../../../data/use-list-state.ts';
import { useRecordPages } from '../../../data/access/use-record-pages.ts';
import { openNewRecord, useNewRecord } from '../../../data/new-record.ts';
import type { Deletion } from './delete-users.tsx';
import { useUserFilters } from './user-filters.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { MenuLink } from '../../../ui/links.tsx';

const CreateUser = lazyComponent(() => import('./user-form.tsx'), 'CreateUser');
const DeleteUsers = lazyComponent(() => import('./delete-users.tsx'), 'DeleteUsers');

interface UsersPageProps {
  /** Lists only users in this group, without its subgroups. */
  group: number | undefined;
  /** Lists users in all groups. */
  onAllGroups(): void;
}

/** Lists all visible users, or those in one group. */
export function UsersPage({ group, onAllGroups }: UsersPageProps) {
  const mayCreate = useSession().holds('group_admin', 'rw');
  const [creating, close] = useNewRecord('user');
  const groups = useGroupDirectory();
  const wanted = creating && mayCreate;
  // Deferred, so that the list stays as it is until the form's code is loaded. Closing isn't.
  const ready = useDeferredValue(wanted);
  const open = wanted && ready;
  const columns = useColumns();
  const filters = useUserFilters();
  const [state, onState] = useListState(filters);
  const [deleting, setDeleting] = useState<Deletion>();
  // Deferred, so that the current rows stay until those of a new search are loaded.
  const text = useDeferredValue(state.q ?? '');
  const list = useRecordPages(userList(group, text), useArrange(columns, filters, state));
  const limit = group !== undefined && {
    text: `Group: ${isolate(groups.nameOf(groupPath(group)))}`,
    onRemove: onAllGroups,
  };
  return (
    <ListPage
      title="Users"
      noun="user"
      state={state}
      onState={onState}
      filters={filters}
      list={list}
      listed={text}
      columns={columns}
      keyOf={userKey}
      renderMenu={menuOf}
      renderBulkActions={
        mayCreate
          ? (users, select) => (
              <Button c="var(--danger)" onClick={() => startTransition(() => setDeleting({ users, select }))}>
                Delete {count(users.length, 'user')}
              </Button>
            )
          : undefined
      }
      limit={limit || undefined}
      onNew={mayCreate ? () => openNewRecord('user') : undefined}
    >
      <Suspense fallback={null}>
        {open && <CreateUser onClose={close} />}
        {deleting && <DeleteUsers {...deleting} onClose={() => setDeleting(undefined)} />}
      </Suspense>
    </ListPage>
  );
}

const idOf = (user: ListedUser) => String(userIdOf(userKey(user)) ?? '');

const menuOf = (user: ListedUser) => (
  <>
    <MenuLink to="/access/users/$userId" params={{ userId: idOf(user) }}>
      View user
    </MenuLink>
    <MenuLink to="/access/can" search={{ who: userKey(user) }}>
      Check access
    </MenuLink>
    <MenuLink to="/access/compare" search={{ left: 'me', right: userKey(user) }}>
      Compare with me
    </MenuLink>
  </>
);

function useColumns(): Column<ListedUser>[] {
  const groups = useGroupDirectory();
  const { data } = useQuery(rolesQuery());
  return useMemo(() => {
    const names = new Map((data?.roles ?? []).map((role) => [role.path, role.name]));
    const namesOf = ({ role_resources: paths = [] }: ListedUser) =>
      paths.map((path) => isolate(names.get(path) ?? path)).join(', ');
    return [
      {
        id: 'login',
        header: 'Login',
        width: 'minmax(140px, 2fr)',
        sort: true,
        text: ({ login = '' }) => login,
        cell: (user) => (
          <>
            <Link to="/access/users/$userId" params={{ userId: idOf(user) }} title={user.login}>
              {user.login}
            </Link>{' '}
            <RecordLockMark path={userKey(user)} />
          </>
        ),
      },
      {
        id: 'name',
        header: 'Name',
        width: 'minmax(120px, 2fr)',
        sort: true,
        text: ({ display_name: name = '' }) => name,
      },
      {
        id: 'group',
        header: 'Group',
        width: 'minmax(120px, 1.5fr)',
        text: ({ group_resource: path = '' }) => groups.nameOf(path),
      },
      {
        id: 'roles',
        header: 'Roles',
        width: 'minmax(140px, 2fr)',
        text: namesOf,
        cell: (user) => (
          <span title={namesOf(user)}>{namesOf(user) || <span className="muted">none</span>}</span>
        ),
      },
      {
        id: 'last_sign_in',
        header: 'Last sign-in',
        width: 'minmax(110px, 1fr)',
        text: ({ last_sign_in_at: at = '' }) => at,
        sort: true,
        cell: ({ last_sign_in_at: at }) => <TimeCell at={at} />,
      },
      {
        id: 'created',
        header: 'Created',
        width: 'minmax(110px, 1fr)',
        optional: true,
        text: ({ created_at: at = '' }) => at,
        sort: true,
        cell: ({ created_at: at }) => <TimeCell at={at} />,
      },
      { id: 'path', header: 'Path', width: 'minmax(110px, 1fr)', optional: true, text: userKey },
    ];
  }, [groups, data]);
}

function TimeCell({ at }: { at: string | undefined }) {
  return at ? <RelativeTime at={new Date(at)} /> : <span className="muted">never</span>;
}
