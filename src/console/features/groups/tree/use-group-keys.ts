import { defaultGroupId } from '../../../../contract/groups/groups.ts';
import { useSingleKey } from '../../../lib/single-keys.ts';
import { setGroupDialog } from '../group-dialog-store.ts';
import type { GroupModel, TreeGroup } from '../model.ts';

/**
 * What the keyboard does with groups. In the tree, letters go to the group that begins with them, so there a new group
 * is made with Insert; `n` does so everywhere else on the page.
 * @param current the group that `n` makes a new one below; undefined where there is none
 * @returns what a key does with a row of the tree; false for a key without a meaning here
 */
export function useGroupKeys(
  model: GroupModel,
  current: TreeGroup | undefined,
  mayChange: (id: number) => boolean,
) {
  useSingleKey('n', () => {
    if (current && !document.activeElement?.closest('[role=tree]'))
      setGroupDialog({ kind: 'create', parent: current });
  });
  return (key: string, id: number): boolean => {
    const group = model.groups.get(id);
    if (!group || !mayChange(id)) return false;
    if (key === 'Insert') setGroupDialog({ kind: 'create', parent: group });
    else if (key === 'F2') setGroupDialog({ kind: 'edit', group });
    else if (key === 'Delete' && id !== defaultGroupId) setGroupDialog({ kind: 'delete', group });
    else return false;
    return true;
  };
}
