import type * as z from 'zod/mini';
import { visibleName } from '../../../contract/isolate.ts';
import { queryOptions } from '@tanstack/react-query';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import {
  apiKeyIdOf,
  type ApiKeyCreate,
  type apiKeyList,
  type endingApiKeyList,
} from '../../../contract/access/users.ts';
import { lastPart } from '../../../contract/path-fields.ts';
import { ifAsked, isPolled } from '../../api/retries.ts';
import { call, loadList } from '../../api/exchange.ts';
import { msg } from '../../lib/text.ts';
import { deleteListed, planWrite, write, type PlannedWrite, type Written } from '../write.ts';

/** A user's API keys, without the keys themselves. @param user their path, as below */
export function apiKeysQuery(user: string) {
  return queryOptions({
    queryKey: ['users', 'api-keys', user],
    queryFn: async ({ signal }): Promise<ListedApiKey[]> => {
      const input = { params: { id: lastPart(user) }, signal };
      const { records } = await loadList(usersEndpoints.listApiKeys, input, keyIdOf);
      return records.map((key) => {
        const path = `${user}/api_keys/${keyIdOf(key)}`;
        return { ...key, name: visibleName(key.name ?? '', path), api_key_resource: path };
      });
    },
  });
}

/** The keys in use that end soon, of all users that the user can see. */
export const endingApiKeysQuery = queryOptions({
  queryKey: ['users', 'ending-api-keys'],
  queryFn: async ({ signal, meta }) => {
    const input = { signal, isPolling: isPolled(meta) };
    const keyOf = ({ api_key_resource: path }: EndingApiKey) => path;
    return (await loadList(usersEndpoints.listEndingApiKeys, input, keyOf)).records;
  },
  ...ifAsked,
});

export type EndingApiKey = z.infer<typeof endingApiKeyList>['data'][number];

/** An API key as listed. */
export type ListedApiKey = z.infer<typeof apiKeyList>['data'][number];

const keyIdOf = (key: ListedApiKey) => apiKeyIdOf(key.api_key_resource ?? '');

/** A new key: the key itself, which can't be read again. */
export type NewApiKey = ListedApiKey & { key: string };

/** Creates a key. */
export function planApiKey(user: string, data: ApiKeyCreate): PlannedWrite<NewApiKey> {
  const { expires_at: end, replaced_expires_at: replacedEnd, ...others } = data;
  const sent = {
    ...others,
    ...(end !== undefined && { expires_at: end?.toISOString() ?? null }),
    ...(replacedEnd && { replaced_expires_at: replacedEnd.toISOString() }),
  };
  const { name, replaces } = data;
  const old =
    replaces === undefined ? '' : ` The old key may ${replacedEnd ? 'end as chosen' : 'have ended'}.`;
  return planWrite(
    usersEndpoints.createApiKey,
    { params: { id: lastPart(user) }, body: { data: sent } },
    msg`${name} may have been created. No one has seen its key: revoke it and create another one.${old}`,
  );
}

/** Revokes a key. One that someone else has revoked is as good. */
export function revokeApiKey(user: string, key: ListedApiKey): Promise<Written<unknown>> {
  const params = { id: lastPart(user), key_id: keyIdOf(key) ?? '' };
  return deleteListed(
    write(call(usersEndpoints.deleteApiKey, { params }), msg`${key.name ?? ''} may have been revoked.`),
  );
}
