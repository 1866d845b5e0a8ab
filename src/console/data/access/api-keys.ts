import type * as z from 'zod/mini';
import { visibleName } from '../../../contract/isolate.ts';
import { queryOptions } from '@tanstack/react-query';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { apiKeyIdOf, type apiKeyList } from '../../../contract/access/users.ts';
import { lastPart } from '../../../contract/path-fields.ts';
import { call } from '../service/call.ts';
import { loadList } from '../service/lists.ts';
import { msg } from '../../lib/text.ts';
import { creation, deleteListed, write, type WriteResult } from '../write.ts';

/** A user's API keys, without the keys themselves. @param user their path, as below */
export function apiKeysQuery(user: string) {
  return queryOptions({
    queryKey: ['users', 'api-keys', user],
    queryFn: ({ signal }) => readApiKeys(user, signal),
  });
}

async function readApiKeys(user: string, signal?: AbortSignal): Promise<ListedApiKey[]> {
  const input = { params: { id: lastPart(user) }, signal };
  const { records } = await loadList(usersEndpoints.listApiKeys, input, keyIdOf);
  return records.map((key) => {
    const path = `${user}/api_keys/${keyIdOf(key)}`;
    return { ...key, name: visibleName(key.name ?? '', path), api_key_resource: path };
  });
}

/** An API key as listed. */
export type ListedApiKey = z.infer<typeof apiKeyList>['data'][number];

const keyIdOf = (key: ListedApiKey) => apiKeyIdOf(key.api_key_resource ?? '');

/** A new key: the key itself, which can't be read again, unless its response was lost. */
export type NewApiKey = ListedApiKey & { key?: string };

/** Creates a key. Names may repeat: a lost one is none of those that existed before, which are read first. */
export async function createApiKey(user: string, name: string): Promise<WriteResult<NewApiKey>> {
  const before = new Set((await readApiKeys(user)).map((key) => key.api_key_resource));
  const created = creation<NewApiKey>(name, async () =>
    (await readApiKeys(user)).find((key) => key.name === name.trim() && !before.has(key.api_key_resource)),
  );
  return write<NewApiKey>(call(usersEndpoints.createApiKey, createApiKeyInput(user, name)), created);
}

/** The request that `createApiKey` sends. */
export function createApiKeyInput(user: string, name: string) {
  return { params: { id: lastPart(user) }, body: { data: { name } } };
}

/** Revokes a key. One that someone else has revoked is as good. */
export function revokeApiKey(user: string, key: ListedApiKey): Promise<WriteResult<unknown>> {
  const { name = '', api_key_resource: path } = key;
  return deleteListed(
    call(usersEndpoints.deleteApiKey, { params: { id: lastPart(user), key_id: keyIdOf(key) ?? '' } }),
    { yes: msg`${name} was revoked`, no: msg`${name} wasn't revoked` },
    async () => (await readApiKeys(user)).some((other) => other.api_key_resource === path),
  );
}
