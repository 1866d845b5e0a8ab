import type * as z from 'zod/mini';
import { visibleName } from '../../../contract/isolate.ts';
import { queryOptions } from '@tanstack/react-query';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { apiKeyIdOf, apiKeyPath, type apiKeyList } from '../../../contract/access/users.ts';
import { call } from '../service/call.ts';
import { loadList } from '../service/lists.ts';
import { msg } from '../../lib/text.ts';
import { creation, deleteListed, write, type WriteResult } from '../write.ts';

/** A user's API keys, without the keys themselves. */
export function apiKeysQuery(id: number) {
  return queryOptions({
    queryKey: ['users', 'api-keys', id],
    queryFn: ({ signal }) => readApiKeys(id, signal),
  });
}

async function readApiKeys(id: number, signal?: AbortSignal): Promise<ListedApiKey[]> {
  const { records } = await loadList(usersEndpoints.listApiKeys, { params: { id }, signal }, keyIdOf);
  return records.map((key) => {
    const path = apiKeyPath(id, keyIdOf(key) ?? 0);
    return { ...key, name: visibleName(key.name ?? '', path), api_key_resource: path };
  });
}

/** An API key as listed. */
export type ListedApiKey = z.infer<typeof apiKeyList>['data'][number];

const keyIdOf = (key: ListedApiKey) => apiKeyIdOf(key.api_key_resource ?? '');

/** A new key: the key itself, which can't be read again, unless its response was lost. */
export type NewApiKey = ListedApiKey & { key?: string };

/** Creates a key. Names may repeat: a lost one is none of those that existed before, which are read first. */
export async function createApiKey(userId: number, name: string): Promise<WriteResult<NewApiKey>> {
  const before = new Set((await readApiKeys(userId)).map((key) => key.api_key_resource));
  const created = creation<NewApiKey>(name, async () =>
    (await readApiKeys(userId)).find((key) => key.name === name.trim() && !before.has(key.api_key_resource)),
  );
  return write<NewApiKey>(call(usersEndpoints.createApiKey, createApiKeyInput(userId, name)), created);
}

/** The request that `createApiKey` sends. */
export function createApiKeyInput(userId: number, name: string) {
  return { params: { id: userId }, body: { data: { name } } };
}

/** Revokes a key. One that someone else has revoked is as good. */
export function revokeApiKey(userId: number, key: ListedApiKey): Promise<WriteResult<unknown>> {
  const { name = '', api_key_resource: path } = key;
  return deleteListed(
    call(usersEndpoints.deleteApiKey, { params: { id: userId, key_id: keyIdOf(key) ?? '' } }),
    { yes: msg`${name} was revoked`, no: msg`${name} wasn't revoked` },
    async () => (await readApiKeys(userId)).some((other) => other.api_key_resource === path),
  );
}
