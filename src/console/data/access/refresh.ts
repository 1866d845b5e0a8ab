import type { Query } from '@tanstack/react-query';
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
