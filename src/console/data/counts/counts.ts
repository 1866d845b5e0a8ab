import { queryOptions } from '@tanstack/react-query';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { rolesEndpoints } from '../../../contract/endpoints/roles.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { call } from '../../api/client.ts';
import type { ListPage } from '../../lib/load-all.ts';
import { isPolled } from '../../api/polling.ts';
import { countPageSize, countRecords } from './count-records.ts';

const staleTime = 30_000;

function countQuery<Item>(
  collection: 'groups' | 'users' | 'roles',
  fetchPage: (
    page: { start: number; limit: number },
    options: { signal: AbortSignal; isPolling: boolean },
  ) => Promise<{ body: ListPage<Item> }>,
  keyOf: (record: Item) => string | undefined,
) {
  return queryOptions({
    queryKey: [collection, 'count'],
    staleTime,
    queryFn: ({ signal, meta }) =>
      countRecords(async (start) => {
        const page = { start, limit: countPageSize };
        return (await fetchPage(page, { signal, isPolling: isPolled(meta) })).body;
      }, keyOf),
  });
}

/** How many groups are visible. */
export function groupCountQuery() {
  return countQuery(
    'groups',
    (page, options) =>
      call(groupsEndpoints.listGroups, { query: { ...page, fields: 'group_resource' }, ...options }),
    (group) => group.group_resource,
  );
}

/** How many users are visible. */
export function userCountQuery() {
  return countQuery(
    'users',
    (query, options) => call(usersEndpoints.listUsers, { query, ...options }),
    (user) => user.user_resource,
  );
}

/** How many roles are visible. */
export function roleCountQuery() {
  return countQuery(
    'roles',
    (page, options) =>
      call(rolesEndpoints.listRoles, { query: { ...page, fields: 'role_resource' }, ...options }),
    (role) => role.role_resource,
  );
}
