import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { count, formatNumber, isolate, msg } from '../../lib/text.ts';
import { useSession } from '../../data/session/use-session.ts';
import { rolesQuery } from '../../data/access/roles.ts';
import { groupUsersQuery, rolesAffectedBy } from '../../data/groups/group-access.ts';
import { isLeaf, type SubgroupCount } from '../../data/groups/subgroup-count.ts';
import type { TreeGroup } from '../../data/groups/model.ts';

const maxNamed = 5;

interface DeleteConsequencesProps {
  group: TreeGroup;
  below: SubgroupCount;
  /** Whether this is the embedded service, whose rules are known. */
  embedded: boolean;
}

/** Visible users and roles that prevent deleting a group, and roles that would lose it. */
export function DeleteConsequences({ group, below, embedded }: DeleteConsequencesProps) {
  const { holds } = useSession();
  const enabled = holds('group_admin', 'ro');
  const users = useQuery({ ...groupUsersQuery(group.id, !isLeaf(below), maxNamed), enabled });
  const roles = useQuery({ ...rolesQuery(), enabled });
  const { losing, administered } = rolesAffectedBy(
    roles.data?.roles ?? [],
    new Set([group.id, ...below.ids]),
  );
  const belonging = users.data?.count ?? 0;
  const obstacles: string[] = [];
  if (users.data && belonging > 0) {
    const logins = users.data.users.map((user) => user.login);
    obstacles.push(
      `${users.data.exact ? '' : 'At least '}${count(belonging, 'user')} ${belonging === 1 ? 'belongs' : 'belong'} to it: ${named(logins, belonging)}.${embedded ? ' Move or delete them first.' : ''}`,
    );
  }
  if (administered.length > 0)
    obstacles.push(
      `${count(administered.length, 'role')} ${administered.length === 1 ? 'is' : 'are'} administered by it: ${namesOf(administered)}.${embedded ? ` Delete ${administered.length === 1 ? 'it' : 'them'} first.` : ''}`,
    );
  return (
    <>
      {obstacles.length > 0 && (
        <div role="status">
          <Text fw={600} c="var(--danger)">
            {embedded ? 'This delete will be rejected:' : 'The service may reject this delete:'}
          </Text>
          <List size="sm">
            {obstacles.map((obstacle) => (
              <List.Item key={obstacle}>{obstacle}</List.Item>
            ))}
          </List>
        </div>
      )}
      {embedded && obstacles.length === 0 && below.count > 0 && (
        <Text>
          {users.data
            ? msg`No visible user belongs to ${group.name} or its subgroups.`
            : msg`Nothing is deleted if a user still belongs to ${group.name} or one of its subgroups.`}
        </Text>
      )}
      {losing.length > 0 && (
        <Text>
          {below.exact && roles.data?.complete ? '' : 'At least '}
          {count(losing.length, 'role')} {losing.length === 1 ? 'loses' : 'lose'} a group that{' '}
          {losing.length === 1 ? 'it applies' : 'they apply'} to: {namesOf(losing)}.
        </Text>
      )}
    </>
  );
}

function namesOf(roles: readonly { name?: string | undefined }[]): string {
  return named(
    roles.slice(0, maxNamed).map((role) => role.name ?? ''),
    roles.length,
  );
}

/** The first few names, and how many more there are. */
function named(names: readonly string[], total: number): string {
  const more = total - names.length;
  return `${names.map(isolate).join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}
