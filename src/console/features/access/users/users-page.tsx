import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { groupPath } from '../../../../contract/groups/groups.ts';
import type { CompleteUser } from '../../../data/service/records.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { msg } from '../../../lib/text.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { fieldColumns } from '../../../data/record-fields.tsx';
import type { Selected } from '../../../ui/data-table/selection.ts';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { ListPage } from '../list-page.tsx';
import { rolesQuery } from '../../../data/access/roles.ts';
import { userFields, userList } from '../../../data/access/users.ts';
import { RecordCell, RecordMenu } from '../record-links.tsx';
import { openNewRecord, useNewRecord } from '../../../data/new-record.ts';
import { useUserFilters } from './user-filters.ts';
import { UserForm } from './user-form.tsx';
import { DeleteUsers } from './delete-users.tsx';

interface UsersPageProps {
  /** Lists only users in this group, without its subgroups. */
  group: number | undefined;
  /** Lists users in all groups. */
  onAllGroups(): void;
}

const pathOf = ({ user_resource: path }: CompleteUser) => path;

/** Lists all visible users, or those in one group. */
export function UsersPage({ group, onAllGroups }: UsersPageProps) {
  const mayCreate = useSession().holds('group_admin', 'rw');
  const [creating, close] = useNewRecord('user');
  const groups = useGroupDirectory();
  const columns = useColumns();
  const filters = useUserFilters();
  const [deleting, setDeleting] = useState<Selected<CompleteUser>>();
  const limit = group !== undefined && {
    text: msg`Group: ${groups.nameOf(groupPath(group))}`,
    onRemove: onAllGroups,
  };
  return (
    <ListPage
      title="Users"
      noun="user"
      filters={filters}
      columns={columns}
      listOf={(search) => userList(group, search)}
      keyOf={pathOf}
      renderMenu={(user) => <RecordMenu noun="user" path={user.user_resource} />}
      onDelete={mayCreate ? setDeleting : undefined}
      limit={limit || undefined}
      onNew={mayCreate ? () => openNewRecord('user') : undefined}
    >
      {creating && mayCreate && <UserForm onClose={close} />}
      {deleting && <DeleteUsers {...deleting} onClose={() => setDeleting(undefined)} />}
    </ListPage>
  );
}

function useColumns(): Column<CompleteUser>[] {
  const groups = useGroupDirectory();
  const { data } = useQuery(rolesQuery());
  return useMemo(() => {
    const names = new Map((data?.roles ?? []).map((role) => [role.path, role.name]));
    const namesOf = ({ role_resources: paths }: CompleteUser) =>
      msg`${paths.map((path) => names.get(path) ?? path)}`;
    return [
      ...fieldColumns<CompleteUser>(userFields, {
        login: { cell: (user) => <RecordCell path={user.user_resource} name={user.login} /> },
        display_name: { id: 'name', verbatim: true },
        group_resource: {
          id: 'group',
          verbatim: true,
          text: ({ group_resource: path }) => groups.nameOf(path),
        },
        role_resources: {
          id: 'roles',
          text: namesOf,
          cell: (user) =>
            namesOf(user) ? (
              <span title={namesOf(user)} translate="no">
                {namesOf(user)}
              </span>
            ) : (
              <span className="muted">none</span>
            ),
        },
      }),
      timeColumn('last_sign_in', 'Last sign-in', (user) => user.last_sign_in_at, 'never'),
      { ...timeColumn('created', 'Created', (user) => user.created_at), optional: true },
      { id: 'path', header: 'Path', width: 'minmax(110px, 1fr)', optional: true, text: pathOf },
    ];
  }, [groups, data]);
}
