import { queryOptions } from '@tanstack/react-query';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { rolesEndpoints } from '../../../contract/endpoints/roles.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { call } from '../../api/client.ts';
import { countPageSize, countRecords } from './count-records.ts';

/** How often the overview is updated while it's open. */
export const refetchInterval = 30_000;

/** How many groups are visible. */
export function groupCountQuery() {
  return queryOptions({
    queryKey: ['groups', 'count'],
    staleTime: refetchInterval,
    refetchInterval,
    queryFn: ({ signal }) =>
      countRecords(
        async (start) => {
          const query = { start, limit: countPageSize, fields: 'group_resource' };
          return (await call(groupsEndpoints.listGroups, { query, signal })).body;
        },
        (group) => group.group_resource,
      ),
  });
}

/** How many users are visible. */
export function userCountQuery() {
  return queryOptions({
    queryKey: ['users', 'count'],
    staleTime: refetchInterval,
    refetchInterval,
    queryFn: ({ signal }) =>
      countRecords(
        async (start) =>
          (await call(usersEndpoints.listUsers, { query: { start, limit: countPageSize }, signal })).body,
        (user) => user.user_resource,
      ),
  });
}

/** How many roles are visible. */
export function roleCountQuery() {
  return queryOptions({
    queryKey: ['roles', 'count'],
    staleTime: refetchInterval,
    refetchInterval,
    queryFn: ({ signal }) =>
      countRecords(
        async (start) => {
          const query = { start, limit: countPageSize, fields: 'role_resource' };
          return (await call(rolesEndpoints.listRoles, { query, signal })).body;
        },
        (role) => role.role_resource,
      ),
  });
}
