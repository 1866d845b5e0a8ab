import { queryOptions } from '@tanstack/react-query';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { rolesEndpoints } from '../../../contract/endpoints/roles.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { call } from '../../api/client.ts';
import type { ListPage } from '../../lib/load-all.ts';
import { countPageSize, countRecords } from './count-records.ts';

/** How often the overview is updated while it's open. */
export const refetchInterval = 30_000;

function countQuery<Item>(
  collection: 'groups' | 'users' | 'roles',
  fetchPage: (
    page: { start: number; limit: number },
    signal: AbortSignal,
  ) => Promise<{ body: ListPage<Item> }>,
  keyOf: (record: Item) => string | undefined,
) {
  return queryOptions({
    queryKey: [collection, 'count'],
    staleTime: refetchInterval,
    refetchInterval,
    queryFn: ({ signal }) =>
      countRecords(async (start) => (await fetchPage({ start, limit: countPageSize }, signal)).body, keyOf),
  });
}

/** How many groups are visible. */
export function groupCountQuery() {
  return countQuery(
    'groups',
    (page, signal) =>
      call(groupsEndpoints.listGroups, { query: { ...page, fields: 'group_resource' }, signal }),
    (group) => group.group_resource,
  );
}

/** How many users are visible. */
export function userCountQuery() {
  return countQuery(
    'users',
    (query, signal) => call(usersEndpoints.listUsers, { query, signal }),
    (user) => user.user_resource,
  );
}

/** How many roles are visible. */
export function roleCountQuery() {
  return countQuery(
    'roles',
    (page, signal) => call(rolesEndpoints.listRoles, { query: { ...page, fields: 'role_resource' }, signal }),
    (role) => role.role_resource,
  );
}
