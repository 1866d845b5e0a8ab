import { groupPath } from '../../../contract/groups/groups.ts';
import { useLocks, type RecordLock } from '../jobs/locks.ts';
import { pathTo, type GroupModel } from './model.ts';

/** Finds the job that's changing a group, or deleting one above it. */
export function useGroupLocks(model: GroupModel): (id: number) => RecordLock | undefined {
  const locks = useLocks();
  return (id) => {
    if (locks.size === 0) return undefined;
    const own = locks.get(groupPath(id));
    return (
      own ??
      pathTo(model, id)
        .map((above) => locks.get(groupPath(above)))
        .find((lock) => lock?.doing === 'deleting')
    );
  };
}
