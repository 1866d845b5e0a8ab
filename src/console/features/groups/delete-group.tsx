import { List, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupPath } from '../../../contract/groups/groups.ts';
import { count, formatNumber, msg, isolate } from '../../lib/text.ts';
import { RecreationNote } from '../../data/recreation-note.tsx';
import { useService } from '../../data/service/use-service.ts';
import { DeleteDialog } from '../../data/delete-dialog.tsx';
import { isLeaf, isLeafNow, useSubgroupCount, type SubgroupCount } from '../../data/groups/subgroup-count.ts';
import { useTooLargeToKeep } from '../../data/groups/kept-size.ts';
import { ancestorNames, type GroupModel, type TreeGroup } from '../../data/groups/model.ts';
import { deleteGroup, dropGroups, readGroup } from '../../data/groups/queries.ts';
import { useGroups } from './use-group-tree.ts';
import { searchText } from '../../lib/matches.ts';
import { useSession } from '../../data/session/use-session.ts';
import { rolesQuery } from '../../data/access/roles.ts';
import { groupUsersQuery, rolesAffectedBy } from '../../data/groups/group-access.ts';

const maxListed = 20;

/** Confirms deleting a group. Unless it's known to have no subgroups, the user has to type its name. */
export function DeleteGroup({ group, onClose }: { group: TreeGroup; onClose(): void }) {
  const { model, select } = useGroups();
  const { complete } = useService();
  const below = useSubgroupCount(model, group.id);
  const [typed, setTyped] = useState('');
  const leaf = isLeaf(below);
  const tooLarge = useTooLargeToKeep(model, [group.id]);
  // A remote service's rules for subgroups aren't known.
  const what = complete && below && below.count > 0 ? msg`${group.name} and ${countText(below)}` : group.name;

  return (
    <DeleteDialog
      name={group.name}
      what={what}
      disabled={!below || (!leaf && typed !== group.name)}
      remove={async () => {
        if (leaf && !(await isLeafNow(group.id)))
          throw new Error(msg`${group.name} may have subgroups by now. Check them before you delete it.`);
        return deleteGroup(group.id, group.name, msg`Deleting ${what}`);
      }}
      read={() => readGroup(group.id)}
      onDeleted={(isDone) => {
        onClose();
        if (group.parent !== undefined) select(group.parent);
        if (isDone) dropGroups(groupPath(group.id));
      }}
      onClose={onClose}
    >
      {hasDuplicate(model, group) && (
        <Text c="dimmed" translate="no" className="wrap">
          {[...ancestorNames(model, group.id), isolate(group.name)].join(' › ')} ({groupPath(group.id)})
        </Text>
      )}
      {below && <DeleteConsequences group={group} below={below} complete={complete} />}
      <Text size="md" role="status">
        {below ? consequence(group, below, complete) : 'Counting…'}{' '}
        {below && <RecreationNote noun="group" tooLarge={tooLarge} />}
      </Text>
      {below && below.ids.length > 0 && <SubgroupList below={below} />}
      {below && !leaf && (
        <TextInput
          label={msg`Type ${group.name} to confirm`}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </DeleteDialog>
  );
}

/** Whether another group's name looks the same. */
function hasDuplicate(model: GroupModel, group: TreeGroup): boolean {
  const name = searchText(group.name);
  return [...model.groups.values()].some((other) => other.id !== group.id && searchText(other.name) === name);
}

/** "26 subgroups", "at least 26 subgroups". */
function countText(below: SubgroupCount): string {
  return `${below.exact ? '' : 'at least '}${count(below.count, 'subgroup')}`;
}

function consequence(group: TreeGroup, below: SubgroupCount, complete: boolean): string {
  const { name } = group;
  if (isLeaf(below)) return msg`${name} has no subgroups.`;
  if (below.count === 0) return msg`${name} may have subgroups: they couldn't be counted.`;
  const them = below.count === 1 && below.exact ? 'it' : 'them';
  return complete
    ? msg`${name} has ${countText(below)}, which will be deleted too.`
    : msg`${name} has ${countText(below)}. The service may delete ${them} too.`;
}

function SubgroupList({ below }: { below: SubgroupCount }) {
  const { model } = useGroups();
  const more = below.count - maxListed;
  return (
    // Keeps the field below and the buttons in view.
    <List mah={220} style={{ overflow: 'auto' }} tabIndex={0} aria-label="Subgroups">
      {below.ids.slice(0, maxListed).map((id) => (
        <List.Item key={id} translate="no">
          {model.get(id)?.name}
        </List.Item>
      ))}
      {more > 0 && (
        <List.Item>
          and {below.exact ? '' : 'at least '}
          {formatNumber(more)} more
        </List.Item>
      )}
    </List>
  );
}

const maxNamed = 5;

interface DeleteConsequencesProps {
  group: TreeGroup;
  below: SubgroupCount;
  /** Whether this is a complete service, whose rules are known. */
  complete: boolean;
}

/** Visible users and roles that prevent deleting a group, and roles that would lose it. */
function DeleteConsequences({ group, below, complete }: DeleteConsequencesProps) {
  const { holds } = useSession();
  const enabled = holds('group_admin', 'ro');
  const users = useQuery({ ...groupUsersQuery(group.id, !isLeaf(below), maxNamed), enabled });
  const roles = useQuery({ ...rolesQuery, enabled });
  const { losing, administered } = rolesAffectedBy(
    roles.data?.roles ?? [],
    new Set([group.id, ...below.ids]),
  );
  const belonging = users.data?.total ?? 0;
  const obstacles: string[] = [];
  if (users.data && belonging > 0) {
    const logins = users.data.users.map((user) => user.login);
    obstacles.push(
      `${count(belonging, 'user')} ${belonging === 1 ? 'belongs' : 'belong'} to it: ${named(logins, belonging)}.${complete ? ' Move or delete them first.' : ''}`,
    );
  }
  if (administered.length > 0)
    obstacles.push(
      `${count(administered.length, 'role')} ${administered.length === 1 ? 'is' : 'are'} administered by it: ${namesOf(administered)}.${complete ? ` Delete ${administered.length === 1 ? 'it' : 'them'} first.` : ''}`,
    );
  return (
    <>
      {obstacles.length > 0 && (
        <div role="status">
          <Text fw={600} c="var(--danger)">
            {complete ? 'This delete will be rejected:' : 'The service may reject this delete:'}
          </Text>
          <List>
            {obstacles.map((obstacle) => (
              <List.Item key={obstacle}>{obstacle}</List.Item>
            ))}
          </List>
        </div>
      )}
      {complete && obstacles.length === 0 && below.count > 0 && (
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
