import { groupPath } from '../../../contract/groups/groups.ts';
import { useSession } from '../../data/session/use-session.ts';
import { firstGroup, pathTo, type GroupModel, type TreeGroup } from './model.ts';

/** Whether a user may change the group in question, others but not this one, or none at all. */
export type ChangeRight = 'this' | 'others' | 'none';

/** What the user may do with the groups of a tree. */
export interface GroupRights {
  /** Whether they may change some group. */
  mayChangeSome: boolean;
  mayChange(id: number): boolean;
  rightOn(id: number): ChangeRight;
  /** Where a new group goes while a group is selected, or none is; undefined where it may not go there. */
  parentOfNew(selected: TreeGroup | undefined): TreeGroup | undefined;
}

/** What the signed-in user may do with these groups. The service decides all the same. */
export function useGroupRights(model: GroupModel): GroupRights {
  const { holds, holdsOn } = useSession();
  const mayChangeSome = holds('group', 'rw');
  const mayChange = (id: number) =>
    mayChangeSome && holdsOn('group', 'rw', pathTo(model, id).toReversed().map(groupPath));
  return {
    mayChangeSome,
    mayChange,
    rightOn: (id) => {
      if (mayChange(id)) return 'this';
      return mayChangeSome ? 'others' : 'none';
    },
    parentOfNew: (selected) => {
      const parent = selected ?? firstGroup(model);
      return parent && mayChange(parent.id) ? parent : undefined;
    },
  };
}
