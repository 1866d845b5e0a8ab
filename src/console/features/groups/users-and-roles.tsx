import classes from './groups-page.module.css';
import { Table, Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { TableHead } from '../../ui/item-list/table-head.tsx';
import type { ReactNode } from 'react';
import { isNotOffered } from '../../../client/errors.ts';
import { count, formatNumber, msg } from '../../lib/text.ts';
import { errorProps } from '../../data/access/error-props.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { LineSkeletons } from '../../ui/line-skeletons.tsx';
import { PrivilegeChips } from '../../data/access/privilege-chips.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { rolesQuery } from '../../data/access/roles.ts';
import { groupUsersQuery, rolesOn, type RoleOnGroup } from '../../data/groups/group-access.ts';
import { pathTo, type TreeGroup } from '../../data/groups/model.ts';
import { useGroups } from './use-group-tree.ts';
import { RecordLink } from '../../data/activity/record-link.tsx';
import { AnchorLink, ButtonLink } from '../../ui/links/links.tsx';
import { Section } from '../../ui/section.tsx';
import type { User } from '../../../contract/access/users.ts';
import { groupPath } from '../../../contract/groups/groups.ts';

const maxUsers = 10;

/** What's known about a group's users and the roles that apply to it. */
export interface GroupAccess {
  users: UseQueryResult<FirstUsers>;
  roles: UseQueryResult;
  /** The roles that apply; undefined while they're loading. */
  applying: readonly RoleOnGroup[] | undefined;
  /** Whether all roles were searched. */
  complete: boolean;
}

interface FirstUsers {
  /** Of how many they're the first. */
  total: number;
  users: readonly User[];
}

/** Loads a group's users and the roles that apply to it. @param enabled whether the user can read users and roles */
export function useGroupAccess(id: number, enabled: boolean): GroupAccess {
  const { model, complete } = useGroups();
  const users = useQuery({ ...groupUsersQuery(id, false, maxUsers), enabled });
  const roles = useQuery({ ...rolesQuery, enabled });
  const [top = id] = pathTo(model, id);
  // Roles on ancestors apply too, so all ancestors must be loaded first.
  const placed = complete || model.get(top)?.orphanReason === undefined;
  const applying = roles.data && placed ? rolesOn(roles.data.roles, model, id) : undefined;
  return { users, roles, applying, complete: roles.data?.complete === true };
}

/** A group's users. */
export function GroupUsers({ group, access: { users } }: { group: TreeGroup; access: GroupAccess }) {
  return (
    <Section id="group-users" title="Users" mb={8}>
      <Loaded query={users} what="users">
        {users.data && <Users group={group} first={users.data} />}
      </Loaded>
    </Section>
  );
}

/** The roles that apply to a group. */
export function GroupRoles({
  id,
  access: { roles, applying, complete },
}: {
  id: number;
  access: GroupAccess;
}) {
  return (
    <Section
      id="group-roles"
      title="Roles"
      mb={8}
      actions={
        <AnchorLink to="/access/can" search={{ feature: 'group', privilege: 'rw', group: groupPath(id) }}>
          Who can change this?
        </AnchorLink>
      }
    >
      <Loaded query={roles} what="roles">
        {applying ? (
          <Roles id={id} found={applying} complete={complete} />
        ) : (
          <LineSkeletons label="Loading roles" lines={2} />
        )}
      </Loaded>
    </Section>
  );
}

interface LoadedProps {
  query: UseQueryResult;
  /** "users" */
  what: string;
  /** Shown once it's loaded. */
  children: ReactNode;
}

function Loaded({ query: { data, error, refetch }, what, children }: LoadedProps) {
  if (isNotOffered(error)) return <Text c="dimmed">This service doesn't report a group's {what}.</Text>;
  return (
    <>
      {data !== undefined && children}
      {data === undefined && !error && <LineSkeletons label={`Loading ${what}`} lines={2} />}
      {error && <ErrorView title={`Couldn't load all ${what}`} {...errorProps(error, refetch)} />}
    </>
  );
}

function Users({ group, first }: { group: TreeGroup; first: FirstUsers }) {
  const below = useGroups().model.below(group.id);
  const { data: withBelow } = useQuery({ ...groupUsersQuery(group.id, true, 1), enabled: below > 0 });
  const { users, total } = first;
  const more = (withBelow?.total ?? 0) - total;
  return (
    <div>
      <Text>
        {total === 0 ? 'No direct users' : count(total, 'direct user')}
        {more > 0 && `, ${formatNumber(more)} more in subgroups`}
      </Text>
      {users.length > 0 && (
        <Table className={classes.cards} aria-label={msg`Users of ${group.name}`}>
          <TableHead columns={['Login', 'Name', 'Last sign-in']} />
          <Table.Tbody>
            {users.map((user) => (
              <UserRow key={user.user_resource} user={user} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {users.length < total && (
        <ButtonLink to="/access/users" search={{ group: group.id }} mt={8}>
          Show all {formatNumber(total)} users
        </ButtonLink>
      )}
    </div>
  );
}

function UserRow({ user }: { user: User }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" className="wrap" translate="no">
        <RecordLink path={user.user_resource} name={user.login} />
      </Table.Th>
      <Table.Td className="wrap" translate="no">
        {user.display_name}
      </Table.Td>
      <Table.Td data-label="Last sign-in">
        {user.last_sign_in_at ? (
          <RelativeTime at={new Date(user.last_sign_in_at)} />
        ) : (
          <span className="muted">never</span>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

interface RolesProps {
  /** The group's ID. */
  id: number;
  found: readonly RoleOnGroup[];
  /** Whether all roles were searched. */
  complete: boolean;
}

function Roles({ id, found, complete }: RolesProps) {
  const { model } = useGroups();
  if (found.length === 0)
    return (
      <Text>
        {complete
          ? 'No visible roles apply here'
          : "No loaded roles apply here, but the service didn't return all roles."}
      </Text>
    );
  return (
    <Table className={classes.cards} aria-label="Roles that apply here">
      <TableHead columns={['Role', 'Applies', 'Grants']} />
      <Table.Tbody>
        {found.map(({ role, through, mayApply, administered }) => (
          <Table.Tr key={role.path}>
            <Table.Th scope="row" className="wrap" maw="16rem" translate="no">
              <RecordLink path={role.path} name={role.name} />
            </Table.Th>
            <Table.Td>
              {mayApply && 'may apply'}
              {!mayApply && through === undefined && 'only administered here'}
              {!mayApply &&
                through !== undefined &&
                (through === id ? 'directly' : msg`inherited from ${model.get(through)?.name ?? 'Default'}`)}
              {administered && through !== undefined && ', administered here'}
            </Table.Td>
            <Table.Td className="wrap">
              <PrivilegeChips grants={role.grants} most={3} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
