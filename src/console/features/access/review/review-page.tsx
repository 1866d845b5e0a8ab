import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { notify } from '../../../data/notifications/notify.ts';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { featureOptions, grantText } from '../../../lib/privilege-text.ts';
import type { AccessRole } from '../../../data/access/model.ts';
import { rolesQuery } from '../../../data/access/roles.ts';
import { userList, usualIdleDays } from '../../../data/access/users.ts';
import { errorProps } from '../../../data/access/error-props.tsx';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { allQuery } from '../../../data/service/record-pages.ts';
import type { User } from '../../../../contract/access/users.ts';
import { useListState } from '../../../data/use-list-state.ts';
import { matches } from '../../../lib/matches.ts';
import { count, msg } from '../../../lib/text.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { DataTable, useCards } from '../../../ui/data-table/data-table.tsx';
import { chosenIn, sortItems, type Filter, type ListState } from '../../../ui/data-table/list-state.ts';
import { textColumn, timeColumn, verbatim } from '../../../ui/data-table/time-column.tsx';
import { Page } from '../../../ui/page.tsx';
import { PrivilegeChips } from '../../../data/access/privilege-chips.tsx';
import { GroupPicker } from '../group-picker.tsx';
import { coveredGroupsText, RecordCell } from '../record-links.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { appliesBelow, reviewRows, type ReviewedBy, type ReviewRow } from './review-rows.ts';

const people = userList(undefined, '');

/** Who can do what, through which role: to check, export and sign. */
export function ReviewPage() {
  // The path of the group that it's limited to.
  const { by: chosenBy, ...limits } = useSearch({ from: '/_app/access/review' });
  const group = limits.group || undefined;
  const navigate = useNavigate({ from: '/access/review' });
  const search = (change: { group?: string | undefined; by?: string | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const groups = useGroupDirectory();
  const { data, error, refetch } = useQuery(allQuery(people));
  const unknownGroup = group === undefined ? undefined : groups.problemOf(group);
  // Undefined at first: the rows take a moment, and the page doesn't wait for them.
  const users = useDeferredValue(data, undefined);
  const { data: loaded } = useSuspenseQuery(rolesQuery);
  const filters = useMemo(() => filtersFor(loaded.roles), [loaded]);
  const [state, onState] = useListState(filters);
  const columns = useColumns();
  const cards = useCards();
  const by = chosenBy === 'feature' ? 'feature' : cards ? 'user' : 'role';
  const noun = { role: 'assignment', feature: 'grant', user: 'user' }[by];
  // As a text, which stays the same while the names of groups are being loaded.
  const reviewed = loaded.roles
    .filter((role) => group === undefined || appliesBelow(role, group, groups.chainOf))
    .map(({ path }) => path)
    .join(' ');
  const chosen = useDeferredValue(state);
  const { rows, hidden } = useMemo(
    () => reviewOf(users?.items, loaded.roles, new Set(reviewed.split(' ')), by, chosen, filters),
    [users, loaded, reviewed, by, chosen, filters],
  );
  const [comparing, setComparing] = useState(false);
  return (
    <Page title="Access review" type="list" help="administrator#review-who-has-access">
      <Text>
        What every user visible to you can do
        {group === undefined ? '' : msg` in ${groups.nameOf(group)} and its subgroups`}, by {by}.{' '}
        {hidden > 0 &&
          `${count(hidden, 'user')} ${hidden === 1 ? 'has' : 'have'} roles that you can't view, and may be able to do more.`}
      </Text>
      <IdleUsers />
      <DataTable
        id="review"
        label="Access review"
        noun={noun}
        rows={unknownGroup ? undefined : rows}
        columns={columns}
        keyOf={keyOf}
        state={state}
        onState={onState}
        stale={chosen !== state}
        filters={filters}
        narrowedTo={[by, group].join(' ')}
        limit={
          group === undefined
            ? undefined
            : {
                text: msg`Group: ${groups.nameOf(group)} and below`,
                onRemove: () => search({ group: undefined }),
              }
        }
        prepareExport={(exported) =>
          groups.loadNames([
            ...loaded.roles.flatMap((role) => role.groups),
            ...exported.map(({ user }) => user.group_resource),
          ])
        }
        onExportError={(reason) => notify.error(`Couldn't export ${noun}s`, reason)}
        error={unknownGroup ? errorProps(unknownGroup, undefined) : error && errorProps(error, refetch)}
        pickers={
          group === undefined && (
            <GroupPicker
              aria-label="Filter by group"
              placeholder="Filter by group"
              value=""
              onChange={(path) => search({ group: path })}
            />
          )
        }
        actions={
          <>
            <SegmentedControl
              aria-label="Rows"
              value={by === 'feature' ? by : ''}
              data={[
                { value: '', label: cards ? 'By user' : 'By role' },
                { value: 'feature', label: 'By feature' },
              ]}
              onChange={(next) => search({ by: next || undefined })}
            />
            <Button size="sm" onClick={() => setComparing(true)}>
              {cards ? 'Compare' : 'Compare access'}
            </Button>
          </>
        }
      />
      <SignatureLines />
      {comparing && <CompareDialog onClose={() => setComparing(false)} />}
    </Page>
  );
}

const idle = { last_sign_in: `${usualIdleDays}d` };

/** How many users possibly don't need their access any more: those that the list of users shows then. */
function IdleUsers() {
  const { data } = useQuery(allQuery(userList(undefined, '', false, idle)));
  const found = data?.items.filter(({ suspended }) => !suspended).length ?? 0;
  if (found === 0) return null;
  return (
    <Text>
      <Link to="/access/users" search={{ ...idle, suspended: 'active' }}>
        {count(found, 'user')} {found === 1 ? "hasn't" : "haven't"} signed in for {usualIdleDays} days
      </Link>
    </Text>
  );
}

const keyOf = ({ user, grants, roles }: ReviewRow) =>
  [user.user_resource, grants[0]?.name, roles[0]?.path].join(' ');

interface Review {
  /** Undefined while the users are being loaded. */
  rows: readonly ReviewRow[] | undefined;
  /** How many users have roles that aren't visible. */
  hidden: number;
}

function reviewOf(
  users: readonly User[] | undefined,
  roles: readonly AccessRole[],
  reviewed: ReadonlySet<string>,
  by: ReviewedBy,
  state: ListState,
  filters: readonly Filter<ReviewRow>[],
): Review {
  if (!users) return { rows: undefined, hidden: 0 };
  const [privilege, feature, role] = filters.map((filter) => chosenIn(state, filter));
  const known = new Map(roles.map((each) => [each.path, each]));
  const hidden = users.filter((user) => user.role_resources.some((path) => !known.has(path)));
  const isChosen = (path: string) => !role?.length || role.includes(path);
  const found = users.filter(
    ({ login, display_name: name, role_resources: paths }) =>
      (!state.q || matches(state.q, login, name)) && paths.some(isChosen),
  );
  const sorted = sortItems(found, userColumns, state.sort);
  const rows = reviewRows(
    sorted,
    new Map([...known].filter(([path]) => reviewed.has(path) && (by !== 'role' || isChosen(path)))),
    by,
    (name, privileges) =>
      (!privilege?.length || privileges.includes('rw')) && (!feature?.length || feature.includes(name)),
  );
  return { rows, hidden: hidden.length };
}

function filtersFor(roles: readonly AccessRole[]): Filter<ReviewRow>[] {
  // `reviewRows` applies them, because rows are made when they're read.
  return [
    { id: 'privilege', label: 'Privilege', options: [{ value: 'rw', label: 'Can change only' }] },
    {
      id: 'feature',
      label: 'Feature',
      options: featureOptions,
    },
    {
      id: 'role',
      label: 'Role',
      options: roles.map(({ path, name }) => ({ value: path, label: name })),
    },
  ];
}

/** What the rows can be sorted by: they're sorted with their users. */
const userColumns: Column<User>[] = [
  textColumn('login', 'User', '', ({ login }) => login, { sort: true }),
  timeColumn('last_sign_in', 'Last sign-in', (user: User) => user.last_sign_in_at),
];

const minor = { verbatim: true, minor: true } as const;

function useColumns(): Column<ReviewRow>[] {
  const groups = useGroupDirectory();
  return useMemo(
    () => [
      textColumn('login', 'User', 'minmax(110px, 1fr)', ({ user }) => user.login, {
        sort: true,
        cell: ({ user }) => <RecordCell path={user.user_resource} name={user.login} />,
      }),
      textColumn('name', 'Name', 'minmax(110px, 1fr)', ({ user }) => user.display_name, {
        verbatim: true,
        optional: true,
      }),
      textColumn(
        'group',
        'Group',
        'minmax(100px, 1fr)',
        ({ user }) => groups.nameOf(user.group_resource),
        minor,
      ),
      textColumn(
        'role',
        'Role',
        'minmax(120px, 1.8fr)',
        ({ roles }) => roles.map(({ name }) => name).join(', '),
        verbatim,
      ),
      textColumn('can', 'Can', 'minmax(250px, 6fr)', ({ grants }) => grants.map(grantText).join(', '), {
        cell: ({ grants }) => <PrivilegeChips grants={grants} />,
      }),
      textColumn('where', 'Where', 'minmax(120px, 2.2fr)', ({ roles }) =>
        [...new Set(roles.map((role) => coveredGroupsText(role, groups)))].join(', '),
      ),
      timeColumn('last_sign_in', 'Last sign-in', ({ user }) => user.last_sign_in_at, { none: 'never' }),
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
