import { queryOptions } from '@tanstack/react-query';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { call } from '../../api/client.ts';
import { loadAll, pageSize } from '../../lib/load-all.ts';

/** A user's API keys, without the keys themselves. */
export function apiKeysQuery(id: number) {
  return queryOptions({
    queryKey: ['users', 'api-keys', id],
    queryFn: async ({ signal }) => {
      const { records } = await loadAll(
        async (start) => {
          const query = { start, limit: pageSize };
          return (await call(usersEndpoints.listApiKeys, { params: { id }, query, signal })).body;
        },
        (key) => key.api_key_resource,
      );
      return records;
    },
  });
}
