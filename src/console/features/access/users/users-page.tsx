import { effectiveFeatures } from '../../../data/access/privileges.ts';
import { grantText } from '../../../../contract/access/privileges.ts';
import { PrivilegeChips } from '../../../data/access/privilege-chips.tsx';
import { Checkbox, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ComponentProps } from 'react';
import { groupIdOf, groupPath } from '../../../../contract/groups/groups.ts';
import type { User } from '../../../../contract/access/users.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { count, msg } from '../../../lib/text.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { fieldColumns } from '../../../data/record-fields.tsx';
import { codeColumn, textColumn, timeColumn } from '../../../ui/data-table/time-column.tsx';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { ButtonLink } from '../../../ui/links/links.tsx';
import { GroupPicker } from '../group-picker.tsx';
import { ListPage } from '../list-page.tsx';
import { rolesQuery } from '../../../data/access/roles.ts';
import { idleDaysIn, userFields, userList, userRecords, usualIdleDays } from '../../../data/access/users.ts';
import { RecordCell } from '../record-links.tsx';
import { UserForm } from './user-form.tsx';
import { ChangeUsers, suspension, UsersChangeMenu } from './change-users.tsx';
import { DeleteUsers } from './user-dialogs.tsx';
import { oidcLoginsQuery } from '../../../data/session/queries.ts';
import type { Filter } from '../../../ui/data-table/list-state.ts';
import { SearchField } from '../../../ui/data-table/search-field.tsx';
import { SuspendedBadge } from '../../../data/access/suspended-badge.tsx';
import { useLatest } from '../../../ui/data-table/use-latest.ts';

/** Lists all visible users, or those in one group. */
export function UsersPage() {
  const { group, below = false, last_sign_in: lastSignIn } = useSearch({ from: '/_app/access/users/' });
  const navigate = useNavigate({ from: '/access/users/' });
  /** @param below whether users in its subgroups are listed too */
  const onLimit = (limit: { group?: number | undefined; below?: boolean }) =>
    void navigate({
      search: (old) => ({ ...old, group: undefined, below: undefined, ...limit }),
      replace: true,
    });
  const me = useSession().user.user;
  const groups = useGroupDirectory();
  const columns = useColumns();
  const days = idleDaysIn(lastSignIn);
  const onDays = (typed = '') => {
    if (idleDaysIn(`${typed}d`) === undefined) return;
    void navigate({ search: (old) => ({ ...old, last_sign_in: `${typed}d` }), replace: true });
  };
  const filters = useUserFilters(days);
  const [changing, setChanging] = useState<Omit<ComponentProps<typeof ChangeUsers>, 'onClose'>>();
  const limit = group !== undefined && {
    text: msg`Group: ${groups.nameOf(groupPath(group))}`,
    onRemove: () => onLimit({}),
  };
  const actions =
    group === undefined ? (
      <GroupPicker
        aria-label="Filter by group"
        placeholder="Filter by group"
        value=""
        onChange={(path) => onLimit({ group: groupIdOf(path), below: true })}
      />
    ) : (
      <Checkbox
        label="With subgroups"
        checked={below}
        onChange={({ currentTarget }) => onLimit({ group, below: currentTarget.checked })}
      />
    );
  return (
    <ListPage
      title="Users"
      help="console#manage-users"
      kind={userRecords}
      filters={filters}
      columns={columns}
      listOf={(search, state) => userList(group, search, below, { last_sign_in: state['last_sign_in'] })}
      renderMenu={(user) =>
        user.user_resource !== me && (
          <Menu.Item onClick={() => setChanging({ items: [user], change: suspension(user) })}>
            {user.suspended ? 'Resume' : 'Suspend'}
          </Menu.Item>
        )
      }
      renderBulkActions={(selected) => (
        <UsersChangeMenu onChoose={(change) => setChanging({ ...selected, change })} />
      )}
      renderForm={({ name, ...form }) => <UserForm proposedLogin={name} {...form} />}
      renderDeletion={(deletion) => <DeleteUsers {...deletion} />}
      prepareExport={(users) => groups.loadNames(users.map((user) => user.group_resource))}
      limit={limit || undefined}
      pickers={
        <>
          {days !== undefined && (
            <SearchField label="Days without a sign-in" search={`${days}`} onSearch={onDays} />
          )}
          {actions}
        </>
      }
      importLink={
        <ButtonLink to="/access/users/import" search={{ below: group }} size="sm">
          Import
        </ButtonLink>
      }
    >
      {changing && <ChangeUsers {...changing} onClose={() => setChanging(undefined)} />}
    </ListPage>
  );
}

/** A group's name, drawn again once it's loaded. */
function GroupCell({ path }: { path: string }) {
  const name = useGroupDirectory().nameOf(path);
  return (
    <span title={name} translate="no">
      {name}
    </span>
  );
}

function useColumns(): Column<User>[] {
  // The same function while names are loaded, which then draws only their cells again.
  const nameOf = useLatest(useGroupDirectory().nameOf);
  const { data } = useQuery(rolesQuery);
  return useMemo(() => {
    const roles = new Map((data?.roles ?? []).map((role) => [role.path, role]));
    const namesOf = ({ role_resources: paths }: User) =>
      msg`${paths.map((path) => roles.get(path)?.name ?? path)}`;
    const grantsOf = ({ role_resources: paths }: User) =>
      effectiveFeatures(paths.flatMap((path) => roles.get(path) ?? [])).flatMap(({ feature, privileges }) =>
        privileges.map((privilege) => ({ name: feature, privilege })),
      );
    const isKnown = (user: User) => user.role_resources.every((path) => roles.has(path));
    return [
      ...fieldColumns<User>(userFields, {
        login: {
          cell: (user) => (
            <>
              <RecordCell path={user.user_resource} name={user.login} />{' '}
              {user.suspended && <SuspendedBadge />}
            </>
          ),
        },
        display_name: { id: 'name', verbatim: true },
        group_resource: {
          id: 'group',
          verbatim: true,
          text: ({ group_resource: path }) => nameOf(path),
          cell: ({ group_resource: path }) => <GroupCell path={path} />,
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
      textColumn('can', 'Can', 'minmax(200px, 3.5fr)', (user) => grantsOf(user).map(grantText).join(', '), {
        verbatim: true,
        minor: true,
        cell: (user) => {
          const grants = grantsOf(user);
          return <PrivilegeChips grants={isKnown(user) || grants.length > 0 ? grants : undefined} most={2} />;
        },
      }),
      timeColumn('last_sign_in', 'Last sign-in', (user) => user.last_sign_in_at, { none: 'never' }),
      timeColumn('created', 'Created', (user) => user.created_at, { optional: true }),
      codeColumn('path', 'Path', userRecords.pathOf),
    ];
  }, [nameOf, data]);
}

const none = 'none';
const password = 'password';
const former = 'former';

/** The filters of the list of users. @param days without a sign-in */
function useUserFilters(days = usualIdleDays): readonly Filter<User>[] {
  const { data } = useQuery(rolesQuery);
  const providers = useProviderFilter();
  return useMemo(
    () => [
      {
        id: 'last_sign_in',
        label: 'Last sign-in',
        options: [
          { value: `${days}d`, label: `Not for ${count(days, 'day')}` },
          { value: 'never', label: 'Never' },
        ],
        single: true,
      },
      {
        id: 'password',
        label: 'Password',
        options: [
          { value: 'set', label: 'Set' },
          { value: none, label: 'None' },
        ],
        valuesOf: (user) => [user.has_password ? 'set' : none],
      },
      {
        id: 'suspended',
        label: 'Status',
        options: [
          { value: 'active', label: 'Active' },
          { value: 'suspended', label: 'Suspended' },
        ],
        valuesOf: ({ suspended }) => [suspended ? 'suspended' : 'active'],
      },
      {
        id: 'role',
        label: 'Role',
        options: [
          ...(data?.roles ?? []).map(({ path, name }) => ({ value: path, label: name })),
          { value: none, label: 'No role' },
        ],
        valuesOf: ({ role_resources: roles }) => (roles.length === 0 ? [none] : roles),
      },
      ...providers,
    ],
    [data, providers, days],
  );
}

/** By what users last signed in with; none if there are no providers, as far as the service says. */
function useProviderFilter(): readonly Filter<User>[] {
  const { data, isPending } = useQuery(oidcLoginsQuery);
  return useMemo(() => {
    const providers = data ?? [];
    if (providers.length === 0 && !isPending) return [];
    return [
      {
        id: 'provider',
        label: 'Last signed in with',
        options: [
          { value: password, label: 'Password' },
          ...providers.map(({ oidc_op_resource: path, name }) => ({ value: path, label: name })),
          { value: former, label: 'Deleted, renamed or suspended provider' },
        ],
        // The service reports the name that the provider had.
        valuesOf: ({ last_sign_in_via: via }) => {
          if (via === '' || via === password) return [via];
          const named = providers.filter(({ name }) => name === via);
          return named.length === 0 ? [former] : named.map(({ oidc_op_resource: path }) => path);
        },
      },
    ];
  }, [data, isPending]);
}
