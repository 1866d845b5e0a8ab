import { defaultGroupId } from '../../../contract/groups/groups.ts';
import { useSingleKey } from '../../lib/single-keys.ts';
import { setGroupDialog } from '../../data/groups/group-dialog-store.ts';
import type { GroupModel, TreeGroup } from '../../data/groups/model.ts';

/**
 * Keyboard shortcuts for groups. In the tree, letters jump to a group, so Insert creates one; `n` does everywhere else.
 * @param current the parent for `n`; undefined if there is none
 * @returns a handler for keys on a row; it returns false for keys it doesn't handle
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
    const group = model.get(id);
    if (!group || !mayChange(id)) return false;
    if (key === 'Insert') setGroupDialog({ kind: 'create', parent: group });
    else if (key === 'F2') setGroupDialog({ kind: 'edit', group });
    else if (key === 'Delete' && id !== defaultGroupId) setGroupDialog({ kind: 'delete', group });
    else return false;
    return true;
  };
}
