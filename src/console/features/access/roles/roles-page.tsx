import { Link } from '@tanstack/react-router';
import { lazy, startTransition, Suspense, useState } from 'react';
import { rolesEndpoints } from '../../../../contract/endpoints/roles.ts';
import { roleIdOf, type ListedRole } from '../../../../contract/access/roles.ts';
import { call } from '../../../api/client.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { ListPage } from '../list-page.tsx';
import { accessRoleOf } from '../model.ts';
import type { Column } from '../record-list.tsx';
import { useRecordPages } from '../use-record-pages.ts';
import { coveredGroupsText } from '../feature-meanings.ts';
import { isolate } from '../../../lib/text.ts';

const CreateRole = lazy(() => import('./role-form.tsx').then((m) => ({ default: m.CreateRole })));

// Without each role's users: there may be many.
const fields = 'name,description,features,role_resource,group_resources';

/** Lists all visible roles. */
export function RolesPage({ search, onSearch }: { search: string; onSearch(text: string): void }) {
  const { holds } = useSession();
  const [creating, setCreating] = useState(false);
  const list = useRecordPages<ListedRole>(['roles', 'list', search], {
    fetch: async (start, limit) => {
      const query = { start, limit, fields, ...(search === '' ? {} : { search }) };
      return (await call(rolesEndpoints.listRoles, { query })).body;
    },
    keyOf: (role) => role.role_resource,
    matches: ({ name = '' }) => name.toLowerCase().includes(search.trim().toLowerCase()),
  });
  return (
    <ListPage
      title="Roles"
      noun="role"
      search={search}
      onSearch={onSearch}
      list={list}
      columns={useColumns()}
      onNew={holds('group_admin', 'rw') ? () => startTransition(() => setCreating(true)) : undefined}
    >
      <Suspense fallback={null}>{creating && <CreateRole onClose={() => setCreating(false)} />}</Suspense>
    </ListPage>
  );
}

function useColumns(): Column<ListedRole>[] {
  const groups = useGroupDirectory();
  return [
    {
      heading: 'Name',
      render: (role) => {
        const id = roleIdOf(role.role_resource ?? '');
        return id === undefined ? (
          role.name
        ) : (
          <Link to="/access/roles/$roleId" params={{ roleId: String(id) }} title={role.name}>
            {role.name}
          </Link>
        );
      },
    },
    {
      heading: 'Description',
      wide: true,
      render: (role) => <span title={role.description}>{role.description}</span>,
    },
    {
      heading: 'Applies to',
      render: (role) => {
        const text = coveredGroupsText(accessRoleOf(role), groups);
        return <span title={text}>{text}</span>;
      },
    },
    {
      heading: 'Grants',
      wide: true,
      render: ({ features = [] }) => {
        const text = features.map(({ name, privilege }) => `${isolate(name)} ${privilege}`).join(', ');
        return text === '' ? <span className="muted">nothing</span> : <span title={text}>{text}</span>;
      },
    },
  ];
}
