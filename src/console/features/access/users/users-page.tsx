import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, startTransition, Suspense, useState } from 'react';
import { usersEndpoints } from '../../../../contract/endpoints/users.ts';
import { groupPath } from '../../../../contract/groups/groups.ts';
import { userIdOf, type ListedUser } from '../../../../contract/access/users.ts';
import { call } from '../../../api/client.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useGroupDirectory, type GroupDirectory } from '../../../data/groups/group-directory.tsx';
import { ListPage } from '../list-page.tsx';
import { rolesQuery } from '../queries.ts';
import type { Column } from '../record-list.tsx';
import { useRecordPages } from '../use-record-pages.ts';
import { isolate } from '../../../lib/text.ts';

const CreateUser = lazy(() => import('./user-form.tsx').then((m) => ({ default: m.CreateUser })));

interface UsersPageProps {
  search: string;
  onSearch(text: string): void;
  /** Lists only users in this group, without its subgroups. */
  group: number | undefined;
}

/** Lists all visible users, or those in one group. */
export function UsersPage({ search, onSearch, group }: UsersPageProps) {
  const { holds } = useSession();
  const [creating, setCreating] = useState(false);
  const groups = useGroupDirectory();
  const columns = useColumns(groups);
  const list = useRecordPages<ListedUser>(['users', 'list', group ?? 'all', search], {
    fetch: async (start, limit) => {
      const query = { start, limit, ...(search === '' ? {} : { search }) };
      if (group === undefined) return (await call(usersEndpoints.listUsers, { query })).body;
      return (await call(usersEndpoints.listGroupUsers, { params: { id: group }, query })).body;
    },
    keyOf: (user) => user.user_resource,
    matches: ({ login = '', display_name: name = '' }) =>
      `${login}\n${name}`.toLowerCase().includes(search.trim().toLowerCase()),
  });
  const limitedToGroup = group !== undefined && {
    text: `in ${isolate(groups.nameOf(groupPath(group)))}`,
    showAll: (
      <Button size="xs" variant="default" renderRoot={(props) => <Link to="/access/users" {...props} />}>
        Show users in all groups
      </Button>
    ),
  };
  return (
    <ListPage
      title="Users"
      noun="user"
      search={search}
      onSearch={onSearch}
      list={list}
      columns={columns}
      limitedTo={limitedToGroup || undefined}
      onNew={holds('group_admin', 'rw') ? () => startTransition(() => setCreating(true)) : undefined}
    >
      <Suspense fallback={null}>{creating && <CreateUser onClose={() => setCreating(false)} />}</Suspense>
    </ListPage>
  );
}

function useColumns(groups: GroupDirectory): Column<ListedUser>[] {
  const { data } = useQuery(rolesQuery());
  const names = new Map((data?.roles ?? []).map((role) => [role.path, role.name]));
  return [
    {
      heading: 'Login',
      render: (user) => {
        const id = userIdOf(user.user_resource ?? '');
        return id === undefined ? (
          user.login
        ) : (
          <Link to="/access/users/$userId" params={{ userId: String(id) }} title={user.login}>
            {user.login}
          </Link>
        );
      },
    },
    {
      heading: 'Name',
      wide: true,
      render: (user) => <span title={user.display_name}>{user.display_name}</span>,
    },
    {
      heading: 'Group',
      render: ({ group_resource: path = '' }) => (
        <span title={`${isolate(groups.nameOf(path))} (${path})`}>{groups.nameOf(path)}</span>
      ),
    },
    {
      heading: 'Roles',
      wide: true,
      render: ({ role_resources: paths = [] }) => {
        const text = paths.map((path) => isolate(names.get(path) ?? path)).join(', ');
        return paths.length === 0 ? <span className="muted">none</span> : <span title={text}>{text}</span>;
      },
    },
    {
      heading: 'Last sign-in',
      wide: true,
      render: ({ last_sign_in_at: at }) =>
        at ? <RelativeTime at={new Date(at)} /> : <span className="muted">never</span>,
    },
  ];
}
