import { groupPath } from '../../../contract/groups.ts';
import { useSession } from '../../session/use-session.ts';
import { firstGroup, pathTo, type GroupModel, type TreeGroup } from './model.ts';

/** What the user may do with the groups of a tree. */
export interface GroupRights {
  /** Whether they may change any group at all. */
  any: boolean;
  mayChange(id: number): boolean;
  on(id: number): 'this' | 'others' | 'none';
  /** Where a new group goes while a group is selected, or none is; undefined where it may not go there. */
  parentOfNew(selected: TreeGroup | undefined): TreeGroup | undefined;
}

/** What the signed-in user may do with these groups. The service decides all the same. */
export function useGroupRights(model: GroupModel): GroupRights {
  const { holds, holdsOn } = useSession();
  const any = holds('group', 'rw');
  const mayChange = (id: number) =>
    any && holdsOn('group', 'rw', pathTo(model, id).toReversed().map(groupPath));
  return {
    any,
    mayChange,
    on: (id) => (mayChange(id) ? 'this' : any ? 'others' : 'none'),
    parentOfNew: (selected) => {
      const parent = selected ?? firstGroup(model);
      return parent && mayChange(parent.id) ? parent : undefined;
    },
  };
}
