import type { Query } from '@tanstack/react-query';
import { isStatus } from '../../api/errors.ts';
import { showInLists, wholeLists, type RecordList } from '../service/record-pages.ts';
import { queryClient } from '../../query-client.ts';

/** Query keys that any write to users or roles may change, the change log's included. */
export const accessKeys = ['users', 'roles', 'authentication', 'activity'] as const;

/**
 * Refetches users, roles and the signed-in user's access: a write to one may change the others.
 * @param isShown whether a query shows the write already
 */
export async function refreshAccess(isShown: (query: Query) => boolean = () => false): Promise<void> {
  const predicate = (query: Query) => !isShown(query);
  await Promise.all(accessKeys.map((key) => queryClient.invalidateQueries({ queryKey: [key], predicate })));
}

/** The same after a write to one record: lists of all records show it as it's read now, and aren't refetched. */
export async function refreshRecord<Item>(
  list: RecordList<Item>,
  path: string,
  read: () => Promise<Item>,
): Promise<void> {
  if (wholeLists(list).length === 0) return refreshAccess();
  try {
    const record = await read().catch((error: unknown) => {
      if (isStatus(error, 404)) return undefined;
      throw error;
    });
    await refreshAccess(showInLists(list, path, record));
  } catch {
    await refreshAccess();
  }
}
