import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { defaultGroupId, groupPath } from '../../../contract/groups/groups.ts';
import { useSession } from '../../data/session/use-session.ts';
import { setGroupDialog, type GroupDialog } from '../../data/groups/group-dialog-store.ts';
import { firstGroup, pathTo, type TreeGroup } from '../../data/groups/model.ts';
import { treeQuery } from '../../data/groups/queries.ts';
import { groupLock } from '../../data/groups/use-group-locks.ts';
import { useLocks } from '../../data/jobs/locks.ts';
import { isolate } from '../../lib/text.ts';

/** Commands for groups, available on every page. */
export function useGroupActions() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { groupId } = useParams({ strict: false });
  const { holds, holdsOn } = useSession();
  const { data: selected = null } = useQuery({
    ...treeQuery(queryClient),
    // Only reads the cache: the page loads the groups.
    enabled: false,
    select: ({ model }) => {
      const group = model.get(Number(groupId));
      return group ? { group, chain: pathTo(model, group.id).toReversed().map(groupPath) } : null;
    },
  });
  const locks = useLocks();
  if (!holds('group', 'rw')) return [];

  const createAtTop = async () => {
    const loaded = await queryClient.ensureQueryData(treeQuery(queryClient));
    await navigate({ to: '/groups', search: (old) => old });
    setGroupDialog({ kind: 'create', parent: firstGroup(loaded.model) });
  };
  const importing = {
    id: 'import-groups',
    label: 'Import groups',
    run: () => void navigate({ to: '/imports' }),
  };
  if (!selected)
    return [{ id: 'create-group', label: 'New group', run: () => void createAtTop() }, importing];
  const onSelected = (kind: GroupDialog['kind'], group: TreeGroup) => () =>
    setGroupDialog(kind === 'create' ? { kind, parent: group } : { kind, group });
  const { group, chain } = selected;
  if (!holdsOn('group', 'rw', chain) || groupLock(locks, chain)) return [importing];
  const { id, name } = group;
  return [
    { id: 'create-group', label: `New subgroup of ${isolate(name)}`, run: onSelected('create', group) },
    {
      id: 'edit-group',
      label: `Edit ${isolate(name)}`,
      run: onSelected('edit', group),
    },
    ...(id === defaultGroupId
      ? []
      : [{ id: 'delete-group', label: `Delete ${isolate(name)}`, run: onSelected('delete', group) }]),
    importing,
  ];
}
