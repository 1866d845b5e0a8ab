import { Button, Stack, Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { userIdOf } from '../../../contract/access/users.ts';
import { isNotOffered, isWorthRetrying } from '../../api/errors.ts';
import { count, formatNumber, msg } from '../../lib/text.ts';
import { sentenceOf } from '../../data/notifications/notify.ts';
import type { RecordCount } from '../../data/service/lists.ts';
import type { CompleteUser } from '../../data/service/records.ts';
import { useService } from '../../data/service/use-service.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { LineSkeletons } from '../../ui/line-skeletons.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { rolesQuery } from '../../data/access/roles.ts';
import { groupUsersQuery, rolesOn, type RoleOnGroup } from '../../data/groups/group-access.ts';
import classes from './groups-page.module.css';
import { pathTo, type GroupModel, type TreeGroup } from '../../data/groups/model.ts';
import { RoleName } from './role-name.tsx';
import { WhoCanChange } from './who-can-change.tsx';
import { ButtonLink } from '../../ui/links/links.tsx';
import { Section } from '../../ui/section.tsx';

const maxUsers = 10;

interface UsersAndRolesProps {
  group: TreeGroup;
  model: GroupModel;
  /** Whether all groups are loaded, including all ancestors of this one. */
  complete: boolean;
  /** What follows; hidden until these have loaded. */
  children: ReactNode;
}

/** A group's users and the roles that apply to it, for those who can read users and roles. */
export function UsersAndRoles({ group, model, complete, children }: UsersAndRolesProps) {
  const users = useQuery(groupUsersQuery(group.id, false, maxUsers));
  const roles = useQuery(rolesQuery());
  const { offers } = useService();
  const absent = !offers("a group's users") && !offers('role management');
  const [top = group.id] = pathTo(model, group.id);
  // Roles on ancestors apply too, so all ancestors must be loaded first.
  const placed = complete || model.get(top)?.orphanReason === undefined;
  const applying = roles.data && placed ? rolesOn(roles.data.roles, model, group.id) : undefined;
  const isLoading = users.isPending || roles.isPending || (roles.data && !placed);
  /** The group that the user asks about. */
  const [askedId, setAskedId] = useState<number>();
  const asking = askedId === group.id;
  const section = (
    <Section
      id="users-and-roles"
      title="Users and roles"
      mb={8}
      actions={
        applying && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={asking}
            onClick={() => setAskedId(asking ? undefined : group.id)}
          >
            Who can change this?
          </Button>
        )
      }
    >
      {absent ? (
        <Text c="dimmed">This service doesn't report a group's users and roles.</Text>
      ) : (
        <Stack gap="md">
          {asking && applying && (
            <WhoCanChange id={group.id} roles={applying} complete={roles.data?.complete === true} />
          )}
          {users.data && <Users group={group} model={model} first={users.data} />}
          {applying && !users.isPending && (
            <Roles model={model} found={applying} complete={roles.data?.complete === true} />
          )}
          {isLoading && <LineSkeletons label="Loading users and roles" lines={2} />}
          <Problem failed={[users, roles].filter(({ error }) => error && !isNotOffered(error))} />
        </Stack>
      )}
    </Section>
  );
  return (
    <>
      {section}
      <Stack gap="lg" display={isLoading ? 'none' : undefined}>
        {children}
      </Stack>
    </>
  );
}

/** One error for both: they usually fail together. */
function Problem({ failed }: { failed: readonly Pick<UseQueryResult, 'error' | 'refetch'>[] }) {
  if (failed.length === 0) return null;
  return (
    <ErrorView
      title="Couldn't load all users and roles"
      detail={[...new Set(failed.map(({ error }) => sentenceOf(error)))]}
      onRetry={
        failed.some(({ error }) => isWorthRetrying(error))
          ? () => {
              for (const { refetch } of failed) void refetch();
            }
          : undefined
      }
    />
  );
}

function Users({
  group,
  model,
  first,
}: Pick<UsersAndRolesProps, 'group' | 'model'> & {
  first: RecordCount & { users: readonly CompleteUser[] };
}) {
  const below = model.below(group.id);
  const { data: withBelow } = useQuery({ ...groupUsersQuery(group.id, true, 1), enabled: below > 0 });
  const { users, count: total, exact } = first;
  // A service that ignores `below` returns only the group's own users.
  const more = exact ? (withBelow?.count ?? 0) - total : 0;
  return (
    <div>
      <Text>
        {total === 0 ? 'No direct users' : `${exact ? '' : 'At least '}${count(total, 'direct user')}`}
        {more > 0 && `, ${withBelow?.exact ? '' : 'at least '}${formatNumber(more)} more in subgroups`}
      </Text>
      {users.length > 0 && (
        <table className={`${classes.resources} ${classes.cards}`} aria-label={msg`Users of ${group.name}`}>
          <thead>
            <tr>
              <th scope="col">Login</th>
              <th scope="col">Name</th>
              <th scope="col">Last sign-in</th>
            </tr>
          </thead>
          <tbody>
            {users.map((user) => (
              <UserRow key={user.user_resource} user={user} />
            ))}
          </tbody>
        </table>
      )}
      {(users.length < total || !exact) && (
        <ButtonLink to="/access/users" search={{ group: group.id }} mt={8}>
          Show all {exact && formatNumber(total)} users
        </ButtonLink>
      )}
    </div>
  );
}

function UserRow({ user }: { user: CompleteUser }) {
  const id = userIdOf(user.user_resource);
  return (
    <tr>
      <th scope="row" className="wrap" translate="no">
        {id === undefined ? (
          user.login
        ) : (
          <Link to="/access/users/$userId" params={{ userId: String(id) }}>
            {user.login}
          </Link>
        )}
      </th>
      <td className="wrap" translate="no">
        {user.display_name}
      </td>
      <td data-label="Last sign-in">
        {user.last_sign_in_at ? (
          <RelativeTime at={new Date(user.last_sign_in_at)} />
        ) : (
          <span className="muted">never</span>
        )}
      </td>
    </tr>
  );
}

interface RolesProps {
  model: GroupModel;
  found: readonly RoleOnGroup[];
  /** Whether all roles were searched. */
  complete: boolean;
}

function Roles({ model, found, complete }: RolesProps) {
  if (found.length === 0)
    return (
      <Text>
        {complete
          ? 'No visible roles apply here'
          : "No loaded roles apply here, but the service didn't return all roles."}
      </Text>
    );
  return (
    <table className={`${classes.resources} ${classes.cards}`} aria-label="Roles that apply here">
      <thead>
        <tr>
          <th scope="col">Role</th>
          <th scope="col">Applies</th>
          <th scope="col">Grants</th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ role, through, mayApply, administered }) => (
          <tr key={role.path}>
            <th scope="row" className="wrap" translate="no">
              <RoleName path={role.path} name={role.name} />
              {administered && <span className="muted"> administered here</span>}
            </th>
            <td>
              {mayApply && 'may apply'}
              {!mayApply &&
                (through === undefined ? 'not here' : msg`via ${model.get(through)?.name ?? 'Default'}`)}
            </td>
            <td className="wrap">
              {role.grants.map(({ name, privilege }) => msg`${name} ${privilege}`).join(', ') || (
                <span className="muted">nothing</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
