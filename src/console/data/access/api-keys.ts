import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import type { apiKeyList } from '../../../contract/access/users.ts';
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

/** An API key as listed. */
export type ListedApiKey = z.infer<typeof apiKeyList>['data'][number];

/** Creates a key. @returns the key itself, which can't be read again */
export async function createApiKey(userId: number, name: string): Promise<string> {
  const { body } = await call(usersEndpoints.createApiKey, createApiKeyInput(userId, name));
  return body.key;
}

/** The request that `createApiKey` sends. */
export function createApiKeyInput(userId: number, name: string) {
  return { params: { id: userId }, body: { data: { name } } };
}

/** Revokes a key. */
export async function revokeApiKey(userId: number, key: ListedApiKey): Promise<void> {
  const keyId = Number(key.api_key_resource?.split('/').at(-1));
  await call(usersEndpoints.deleteApiKey, { params: { id: userId, key_id: keyId } });
}
