import { groupPath } from '../../../contract/groups/groups.ts';
import { useLocks, type RecordLock } from '../jobs/locks.ts';
import { pathTo, type GroupModel } from './model.ts';

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
