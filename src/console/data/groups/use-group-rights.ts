import { defaultGroupId, groupPath } from '../../../contract/groups/groups.ts';
import { useLocks, type RecordLock } from '../jobs/job-store.ts';
import { useSession } from '../session/use-session.ts';
import { firstGroup, pathTo, type GroupModel, type TreeGroup } from './model.ts';

/** Whether the user can change this group, only others, or none. */
export type ChangeRight = 'this' | 'others' | 'none';

export type GroupRights = ReturnType<typeof useGroupRights>;

/** What the signed-in user can do with these groups. The service checks again. */
export function useGroupRights(model: GroupModel) {
  const { holds, holdsOn } = useSession();
  const mayChangeSome = holds('group', 'rw');
  const lockOf = useGroupLocks(model);
  const holdsPrivilege = (id: number) =>
    mayChangeSome && holdsOn('group', 'rw', pathTo(model, id).toReversed().map(groupPath));
  const mayChange = (id: number) => holdsPrivilege(id) && !lockOf(id);
  return {
    /** The job that's changing a group, or deleting one above it. */
    lockOf,
    /** Whether they can change any group. */
    mayChangeSome,
    /** Also false while a job is changing the group. */
    mayChange,
    /** The Default group can't be deleted. */
    mayDelete: (id: number) => id !== defaultGroupId && mayChange(id),
    rightOn: (id: number): ChangeRight => {
      if (holdsPrivilege(id)) return 'this';
      return mayChangeSome ? 'others' : 'none';
    },
    /** The parent of a new group, depending on the selection; undefined if the user can't create groups there. */
    parentOfNew: (selected: TreeGroup | undefined) => {
      const parent = selected ?? firstGroup(model);
      return parent && mayChange(parent.id) ? parent : undefined;
    },
  };
}

/**
 * The job that's changing a group, or deleting one above it.
 * @param chain paths from the group upwards
 */
export function groupLock(
  locks: ReadonlyMap<string, RecordLock>,
  chain: readonly string[],
): RecordLock | undefined {
  const found = chain.map((path) => locks.get(path));
  return found[0] ?? found.find((lock) => lock?.doing === 'deleting');
}

/** Finds the job that's changing a group, or deleting one above it. */
export function useGroupLocks(model: GroupModel): (id: number) => RecordLock | undefined {
  const locks = useLocks();
  return (id) =>
    locks.size === 0 ? undefined : groupLock(locks, pathTo(model, id).toReversed().map(groupPath));
}
