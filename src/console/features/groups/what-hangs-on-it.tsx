import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { count, formatNumber } from '../../lib/text.ts';
import { useSession } from '../../session/use-session.ts';
import { groupRolesQuery, groupUsersQuery, rolesHitBy } from './group-access.ts';
import type { TreeGroup } from './model.ts';

const namedMost = 5;

interface WhatHangsOnItProps {
  group: TreeGroup;
  /** Ids of the groups that go with it. */
  below: readonly number[];
}

/** Users and roles that forbid deleting a group, and roles that lose it, as far as the user may see them. */
export function WhatHangsOnIt({ group, below }: WhatHangsOnItProps) {
  const { holds } = useSession();
  const enabled = holds('group_admin', 'ro');
  const users = useQuery({ ...groupUsersQuery(group.id, below.length > 0, namedMost), enabled });
  const roles = useQuery({ ...groupRolesQuery(), enabled });
  const { losing, administered } = rolesHitBy(roles.data ?? [], new Set([group.id, ...below]));
  const belonging = users.data?.total ?? 0;
  const obstacles: string[] = [];
  if (users.data && belonging > 0) {
    const logins = users.data.users.map((user) => user.login ?? '');
    obstacles.push(
      `${count(belonging, 'user')} ${belonging === 1 ? 'belongs' : 'belong'} there: ${named(logins, belonging)}. Move or delete them first.`,
    );
  }
  if (administered.length > 0) {
    obstacles.push(
      `${count(administered.length, 'role')} ${administered.length === 1 ? 'is' : 'are'} administered there: ${namesOf(administered)}. Delete ${administered.length === 1 ? 'it' : 'them'} first.`,
    );
  }
  return (
    <>
      {obstacles.length > 0 && (
        <div role="status">
          <Text size="sm" fw={600} c="var(--danger)">
            As it is now, the service will refuse:
          </Text>
          <List size="sm">
            {obstacles.map((obstacle) => (
              <List.Item key={obstacle}>{obstacle}</List.Item>
            ))}
          </List>
        </div>
      )}
      {obstacles.length === 0 && below.length > 0 && (
        <Text size="sm">
          {users.data
            ? 'No user that you can see belongs to any of them.'
            : 'Nothing is deleted while a user still belongs to one of them.'}
        </Text>
      )}
      {losing.length > 0 && (
        <Text size="sm">
          {count(losing.length, 'role')} {losing.length === 1 ? 'loses' : 'lose'} a group that{' '}
          {losing.length === 1 ? 'it applies' : 'they apply'} to: {namesOf(losing)}.
        </Text>
      )}
    </>
  );
}

function namesOf(roles: readonly { name?: string | undefined }[]): string {
  return named(
    roles.slice(0, namedMost).map((role) => role.name ?? ''),
    roles.length,
  );
}

/** The first names of some, and how many more there are. */
function named(names: readonly string[], total: number): string {
  const more = total - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}
