import { Group, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { features } from '../../../../contract/access/privileges.ts';
import type { AccessRole } from '../../../data/access/model.ts';
import { rolesQuery } from '../../../data/access/roles.ts';
import { userList } from '../../../data/access/users.ts';
import { errorProps } from '../../../data/error-props.ts';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { allQuery } from '../../../data/service/record-pages.ts';
import type { CompleteUser } from '../../../data/service/records.ts';
import { useListState } from '../../../data/use-list-state.ts';
import { matches } from '../../../lib/matches.ts';
import { count, msg } from '../../../lib/text.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { chosenIn, sortItems, type Filter } from '../../../ui/data-table/list-state.ts';
import { timeColumn } from '../../../ui/data-table/time-column.tsx';
import { Page } from '../../../ui/page.tsx';
import { PrivilegeChips } from '../../../data/access/privilege-chips.tsx';
import { coveredGroupsText } from '../feature-meanings.ts';
import { GroupPicker } from '../group-picker.tsx';
import { RecordCell } from '../record-links.tsx';
import { reviewRows, type ReviewRow } from './review-rows.ts';

const people = userList(undefined, '');

interface ReviewPageProps {
  /** The path of the group that the review is limited to. */
  group: string | undefined;
  onGroup(path: string | undefined): void;
}

/** Who can do what, through which role: to check, export and sign. */
export function ReviewPage({ group, onGroup }: ReviewPageProps) {
  const groups = useGroupDirectory();
  const { data: users, error, refetch } = useQuery(allQuery(people));
  const { data: loaded } = useSuspenseQuery(rolesQuery());
  const roles = useMemo(() => new Map(loaded.roles.map((role) => [role.path, role])), [loaded]);
  const filters = useMemo(() => filtersFor(loaded.roles), [loaded]);
  const [state, onState] = useListState(filters);
  const columns = useColumns();
  const rows = useMemo(() => {
    if (!users) return undefined;
    const [privilege, feature, role] = filters.map((filter) => chosenIn(state, filter));
    const found = users.items.filter(
      ({ login, display_name: name, role_resources: paths }) =>
        matches(state.q ?? '', login, name) && (!role?.length || paths.some((path) => role.includes(path))),
    );
    return reviewRows(sortItems(found, userColumns, state.sort), roles, {
      group,
      chainOf: groups.chainOf,
      includes: (name, privileges) =>
        (!privilege?.length || privileges.includes('rw')) && (!feature?.length || feature.includes(name)),
    });
  }, [users, filters, state, roles, group, groups]);
  const hidden = useMemo(
    () => users?.items.filter((user) => user.role_resources.some((path) => !roles.has(path))).length ?? 0,
    [users, roles],
  );
  return (
    <Page title="Access review" type="list" help="administrator#review-who-has-access">
      <Text>
        What the users that you can view can do
        {group === undefined ? '' : msg` in ${groups.nameOf(group)} and its subgroups`}, by role.{' '}
        {hidden > 0 &&
          `${count(hidden, 'user')} ${hidden === 1 ? 'has' : 'have'} roles that you can't view, and may be able to do more.`}
      </Text>
      <DataTable
        id="review"
        label="Access review"
        noun="grant"
        rows={rows}
        columns={columns}
        keyOf={({ user, feature }) => `${user.user_resource} ${feature}`}
        state={state}
        onState={onState}
        filters={filters}
        narrowedTo={group ?? ''}
        limit={
          group === undefined
            ? undefined
            : { text: msg`Group: ${groups.nameOf(group)} and below`, onRemove: () => onGroup(undefined) }
        }
        loadAll={() =>
          Promise.resolve(
            Array.from({ length: rows?.length ?? 0 }, (_, at) => rows?.at(at)).filter(
              (row) => row !== undefined,
            ),
          )
        }
        error={error && errorProps(error, refetch)}
        actions={
          group === undefined && (
            <GroupPicker
              aria-label="Filter by group"
              placeholder="Filter by group"
              value=""
              onChange={onGroup}
              w={200}
            />
          )
        }
      />
      <SignatureLines />
    </Page>
  );
}

function filtersFor(roles: readonly AccessRole[]): Filter<ReviewRow>[] {
  // `reviewRows` applies them, because rows are made when they're read.
  const valuesOf = () => [];
  return [
    { id: 'privilege', label: 'Privilege', options: [{ value: 'rw', label: 'Can change only' }], valuesOf },
    {
      id: 'feature',
      label: 'Feature',
      options: features.map((feature) => ({ value: feature, label: feature })),
      valuesOf,
    },
    {
      id: 'role',
      label: 'Role',
      options: roles.map(({ path, name }) => ({ value: path, label: name })),
      valuesOf,
    },
  ];
}

/** What the rows can be sorted by: they're sorted with their users. */
const userColumns: Column<CompleteUser>[] = [
  { id: 'login', header: 'User', width: '', sort: true, text: ({ login }) => login },
  { ...timeColumn<CompleteUser>('last_sign_in', 'Last sign-in', (user) => user.last_sign_in_at, 'never') },
];

function useColumns(): Column<ReviewRow>[] {
  const groups = useGroupDirectory();
  return useMemo(
    () => [
      {
        id: 'login',
        header: 'User',
        width: 'minmax(120px, 1.5fr)',
        sort: true,
        text: ({ user }) => user.login,
        cell: ({ user }) => <RecordCell path={user.user_resource} name={user.login} />,
      },
      {
        id: 'name',
        header: 'Name',
        width: 'minmax(120px, 1.5fr)',
        verbatim: true,
        text: ({ user }) => user.display_name,
      },
      {
        id: 'group',
        header: 'Group',
        width: 'minmax(100px, 1fr)',
        verbatim: true,
        text: ({ user }) => groups.nameOf(user.group_resource),
      },
      {
        id: 'can',
        header: 'Can',
        width: 'minmax(170px, 1.5fr)',
        verbatim: true,
        text: ({ feature, privileges }) => `${feature} ${privileges.join(' ')}`,
        cell: ({ feature, privileges }) => (
          <PrivilegeChips grants={privileges.map((privilege) => ({ name: feature, privilege }))} />
        ),
      },
      {
        id: 'through',
        header: 'Through',
        width: 'minmax(120px, 1.5fr)',
        verbatim: true,
        text: ({ roles }) => roles.map(({ name }) => name).join(', '),
      },
      {
        id: 'on',
        header: 'On',
        width: 'minmax(140px, 2fr)',
        text: ({ roles }) => [...new Set(roles.map((role) => coveredGroupsText(role, groups)))].join(', '),
      },
      timeColumn('last_sign_in', 'Last sign-in', ({ user }) => user.last_sign_in_at, 'never'),
    ],
    [groups],
  );
}

/** Only on paper. */
function SignatureLines() {
  return (
    <Group className="print-only" gap={48} mt={32}>
      <span>Reviewed by ______________________________</span>
      <span>Date ________________</span>
      <span>Signature ______________________________</span>
    </Group>
  );
}
