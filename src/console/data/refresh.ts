import type { Query } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';

/**
 * What a write to a record of each type may change: the first parts of the keys of all queries that return such records, name
 * them, count them, or log what's done to them.
 */
export const changedBy = {
  /** Roles and the session name the groups that administer roles. */
  group: ['groups', 'roles', 'authentication', 'activity'],
  /** Also for a user's sessions, which are counted by provider, and for their API keys. */
  user: ['users', 'roles', 'authentication', 'oidc-ops', 'activity'],
  role: ['users', 'roles', 'authentication', 'activity'],
  /** Sessions name the provider that they started through, and end with it. */
  provider: ['oidc-ops', 'oidc-logins', 'users', 'activity'],
} as const;

/** A type of record, as it's called. */
export type RecordType = keyof typeof changedBy;

/**
 * Refetches what a write to a record of this type may have changed, as far as it's shown; the rest once it is.
 * @param isShown whether a query shows the write already
 */
export async function refresh(
  type: RecordType,
  isShown: (query: Query) => boolean = () => false,
): Promise<void> {
  const predicate = (query: Query) => !isShown(query);
  await Promise.all(
    changedBy[type].map((first) => queryClient.invalidateQueries({ queryKey: [first], predicate })),
  );
}
