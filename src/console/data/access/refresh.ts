import type { QueryClient } from '@tanstack/react-query';

/** Query keys that any write to users or roles may change, the change log's included. */
export const accessKeys = ['users', 'roles', 'authentication', 'activity'] as const;

/** Refetches users, roles and the signed-in user's access: a write to one may change the others. */
export async function refreshAccess(queryClient: QueryClient): Promise<void> {
  await Promise.all(accessKeys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
