import { queryOptions } from '@tanstack/react-query';
import { isPastTheEnd, type ListPage } from '../../lib/load-all.ts';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { rolesEndpoints } from '../../../contract/endpoints/roles.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { call } from '../service/call.ts';
import { isPolled } from '../../api/polling.ts';

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
    queryFn: ({ signal, meta }) =>
      countRecords(
        async (start) => {
          const query = { start, limit: countPageSize, fields: path };
          const { body } = await call(list, { query, signal, isPolling: isPolled(meta) });
          return body;
        },
        (record: { [Path in typeof path]?: string | undefined }) => record[path],
      ),
  });
}

/** How many records a list has; a minimum unless `exact`. */
export interface RecordCount {
  count: number;
  exact: boolean;
}

/** The page size to request. A service that returns more returns the whole list. */
const countPageSize = 1;

/**
 * Counts a list's records without loading them. A service may count only the page in `rows`, ignore the page size, or
 * repeat a page, so the count is exact only if `rows` exceeds the page, nothing follows it, or it's larger than requested
 * and repeated.
 * @param fetchPage fetches a page of `countPageSize` from an offset
 * @param keyOf identifies a record
 */
export async function countRecords<Item>(
  fetchPage: (start: number) => Promise<ListPage<Item>>,
  keyOf: (record: Item) => string | undefined,
): Promise<RecordCount> {
  const first = await fetchPage(0);
  const known = new Set(first.data.map(keyOf));
  if (first.rows > first.data.length) return { count: first.rows, exact: true };
  if (first.data.length === 0) return { count: 0, exact: true };
  const next = await fetchPage(first.data.length).catch((error: unknown) => {
    if (isPastTheEnd(error)) return { rows: 0, data: [] };
    throw error;
  });
  for (const record of next.data) known.add(keyOf(record));
  const repeats = known.size === first.data.length && first.data.length > countPageSize;
  return { count: known.size, exact: next.data.length === 0 || repeats };
}
