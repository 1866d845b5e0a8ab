import { Text } from '@mantine/core';
import { useState } from 'react';
import { requestIdHeader } from '../../../client/request.ts';
import { defaultGroupId, groupPath } from '../../../contract/groups/groups.ts';
import { BulkDelete } from '../bulk/bulk-delete.tsx';
import { RecreationNote } from '../recreation-note.tsx';
import { readGroup, deleteGroup, dropGroups } from './queries.ts';
import { useService } from '../service/use-service.ts';
import { useTooLargeToKeep } from './kept-size.ts';
import { pathTo, type GroupModel, type TreeGroup } from './model.ts';
import { useGroupLocks } from './use-group-rights.ts';
import { count, msg } from '../../lib/text.ts';
import type { Selected } from '../../ui/data-table/selection.ts';

interface DeleteGroupsProps extends Selected<TreeGroup> {
  model: GroupModel;
  /** Whether all groups are loaded, so that counts are exact. */
  complete: boolean;
  mayDelete(id: number): boolean;
  onClose(): void;
}

/** Deletes several groups with their subgroups. */
export function DeleteGroups({ model, complete, mayDelete, ...props }: DeleteGroupsProps) {
  const { complete: isKnown } = useService();
  const lockOf = useGroupLocks(model);
  const reasonOf = ({ id }: TreeGroup) => {
    if (id === defaultGroupId) return "The Default group can't be deleted";
    if (lockOf(id)) return 'A running job is changing this group';
    return mayDelete(id) ? undefined : "You don't have permission to delete this group";
  };
  const deletable = props.items.filter((group) => reasonOf(group) === undefined);
  const [run] = useState(requestIdHeader);
  const roots = deletable.map(({ id }) => id);
  const tooLarge = useTooLargeToKeep(model, roots);
  const below = deletable.reduce((sum, { id }) => sum + model.below(id), 0);
  return (
    <BulkDelete
      {...props}
      noun="group"
      pathOf={({ id }) => groupPath(id)}
      nameOf={({ name }) => name}
      changeOf={({ id }) => count(model.below(id), 'subgroup')}
      exclusionOf={reasonOf}
      read={({ id }) => readGroup(id)}
      remove={({ id, name }) => deleteGroup(id, name, msg`Deleting ${name}`, isKnown ? run : {})}
      onDeleted={(deleted) => dropGroups(...deleted.map(({ id }) => groupPath(id)))}
    >
      <Text size="md">
        {below > 0 &&
          `${complete ? '' : 'At least '}${count(below, 'subgroup')} ${isKnown ? 'will' : 'may'} be deleted too. `}
        <RecreationNote noun="group" several tooLarge={tooLarge} />
        {isKnown && ' A group that users belong to stays, and so do those above it.'}
      </Text>
    </BulkDelete>
  );
}

/**
 * Of some groups, those that aren't below another one of them.
 * @param covers whether what's below a group is included in it
 */
export function topmost(
  model: GroupModel,
  groups: readonly TreeGroup[],
  covers: (id: number) => boolean = () => true,
): TreeGroup[] {
  const ids = new Set(groups.map(({ id }) => id).filter(covers));
  return groups.filter(
    ({ id }) =>
      !pathTo(model, id)
        .slice(0, -1)
        .some((above) => ids.has(above)),
  );
}
