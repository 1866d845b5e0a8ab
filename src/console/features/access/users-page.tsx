import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { userIdOf, type ListedUser } from '../../../contract/users.ts';
import { call } from '../../api/client.ts';
import { useSession } from '../../session/use-session.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useGroupDirectory } from './group-directory.ts';
import { ListPage } from './list-page.tsx';
import { rolesQuery } from './queries.ts';
import type { Column } from './record-list.tsx';
import { useRecordPages } from './use-record-pages.ts';

const CreateUser = lazy(() => import('./user-form.tsx').then((m) => ({ default: m.CreateUser })));

interface SearchProps {
  search: string;
  onSearch(text: string): void;
}

/** Every visible user. */
export function UsersPage({ search, onSearch }: SearchProps) {
  const { holds } = useSession();
  const [creating, setCreating] = useState(false);
  const list = useRecordPages<ListedUser>(['users', 'list', search], {
    fetch: async (start, limit) => {
      const query = { start, limit, ...(search === '' ? {} : { search }) };
      return (await call(usersEndpoints.listUsers, { query })).body;
    },
    keyOf: (user) => user.user_resource,
    fits: ({ login = '', display_name: name = '' }) =>
      `${login}\n${name}`.toLowerCase().includes(search.trim().toLowerCase()),
  });
  return (
    <ListPage
      title="Users"
      noun="user"
      search={search}
      onSearch={onSearch}
      list={list}
      columns={useColumns()}
      onNew={holds('group_admin', 'rw') ? () => setCreating(true) : undefined}
    >
      <Suspense fallback={null}>{creating && <CreateUser onClose={() => setCreating(false)} />}</Suspense>
    </ListPage>
  );
}

function useColumns(): Column<ListedUser>[] {
  const groups = useGroupDirectory();
  const { data: roles = [] } = useQuery(rolesQuery());
  const names = new Map(roles.map((role) => [role.path, role.name]));
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
        <span title={`${groups.nameOf(path)} (${path})`}>{groups.nameOf(path)}</span>
      ),
    },
    {
      heading: 'Roles',
      wide: true,
      render: ({ role_resources: paths = [] }) => {
        const text = paths.map((path) => names.get(path) ?? path).join(', ');
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
