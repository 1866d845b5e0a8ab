import { queryOptions } from '@tanstack/react-query';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { rolesEndpoints } from '../../../contract/endpoints/roles.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { call, loadList } from '../../api/exchange.ts';
import { isDocumented } from '../../api/kind.ts';
import { isPolled } from '../../api/retries.ts';

const lists = {
  groups: [groupsEndpoints.listGroups, 'group_resource'],
  users: [usersEndpoints.listUsers, 'user_resource'],
  roles: [rolesEndpoints.listRoles, 'role_resource'],
} as const;

/** How many records of a kind are visible. */
export function countQuery(kind: keyof typeof lists) {
  const [list, path] = lists[kind];
  return queryOptions({
    queryKey: [kind, 'count'],
    staleTime: 30_000,
    queryFn: async ({ signal, meta }) => {
      if (isDocumented()) {
        // Its `rows` may count only the page.
        const keyOf = (record: { [Path in typeof path]?: string | undefined }) => record[path];
        return (await loadList(list, { signal }, keyOf)).records.length;
      }
      const query = { limit: 1, fields: path };
      return (await call(list, { query, signal, isPolling: isPolled(meta) })).body.rows;
    },
  });
}
