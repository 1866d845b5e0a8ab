import { Stack, Text, Paper } from '@mantine/core';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { satisfies } from '../../../contract/access/privileges.ts';
import { roleIdOf, type Role } from '../../../contract/access/roles.ts';
import { groupPath } from '../../../contract/groups/groups.ts';
import { roleQuery } from '../../data/access/roles.ts';
import type { RoleOnGroup } from '../../data/groups/group-access.ts';
import { formatNumber } from '../../lib/text.ts';
import { Listed, Name } from '../../ui/name.tsx';
import { RecordLink } from '../../data/record-link.tsx';

const changes = [
  { feature: 'group', what: 'Edit it, delete it or create subgroups' },
  { feature: 'group_admin', what: 'Change its users and roles' },
] as const;
const maxUsers = 10;

interface WhoCanChangeProps {
  id: number;
  /** The roles that apply to the group, or may apply. */
  roles: readonly RoleOnGroup[];
  /** Whether all roles were searched. */
  complete: boolean;
}

/** Who can change a group, or may be able to: the roles that grant it, with their users. */
export function WhoCanChange({ id, roles, complete }: WhoCanChangeProps) {
  return (
    <Paper component={Stack} gap="sm" withBorder px={16} py={12}>
      {changes.map(({ feature, what }) => (
        <div key={feature}>
          <Text fw={600}>
            {what} (<code translate="no">{feature}</code> · <code translate="no">rw</code>)
          </Text>
          <GrantingRoles roles={roles.filter((role) => grants(role, feature))} />
        </div>
      ))}
      {roles.some(({ mayApply }) => mayApply) && (
        <Text>
          Roles that may apply are on groups that you can't see, or that this service doesn't report.
        </Text>
      )}
      {!complete && <Text>There may be others: the service didn't return all roles.</Text>}
      <Text>
        <Link to="/access/can" search={{ feature: 'group', privilege: 'rw', group: groupPath(id) }}>
          Check someone's access
        </Link>
      </Text>
    </Paper>
  );
}

function grants({ role, through, mayApply }: RoleOnGroup, feature: string): boolean {
  return (
    (through !== undefined || mayApply) &&
    role.grants.some(({ name, privilege }) => name === feature && satisfies(privilege, 'rw'))
  );
}

function GrantingRoles({ roles }: { roles: readonly RoleOnGroup[] }) {
  const records = useQueries({
    queries: roles.map(({ role }) => {
      const id = roleIdOf(role.path);
      return { ...roleQuery(id ?? -1), enabled: id !== undefined };
    }),
  });
  if (roles.length === 0) return <Text>No visible role grants this.</Text>;
  return (
    <ul>
      {roles.map(({ role, mayApply }, index) => (
        <li key={role.path}>
          <RecordLink path={role.path} name={role.name} />
          {mayApply && ' (may apply)'}: <RoleUsers record={records[index]} />
        </li>
      ))}
    </ul>
  );
}

function RoleUsers({ record }: { record: UseQueryResult<Role> | undefined }) {
  const logins = record?.data?.users;
  if (!logins) return <span className="muted">{record?.isLoading ? 'loading users…' : 'users unknown'}</span>;
  if (logins.length === 0) return <span className="muted">no users visible to you</span>;
  const more = logins.length - maxUsers;
  return (
    <>
      <Listed>
        {logins.slice(0, maxUsers).map((login) => (
          <Link key={login} to="/access/users" search={{ q: login }}>
            <Name>{login}</Name>
          </Link>
        ))}
      </Listed>
      {more > 0 && ` and ${formatNumber(more)} more`}
    </>
  );
}
