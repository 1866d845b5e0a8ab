import { endpoints } from '../../contract/endpoints.ts';
import { apiKeyPath } from '../../contract/access/users.ts';
import { createApiKey, listApiKeys, listEndingApiKeys } from '../domain/access/api-keys.ts';
import type { ApiKeyRow } from '../domain/access/access-ports.ts';
import type { Service } from '../service.ts';
import type { Bind } from './bind.ts';
import { writeOrQueue } from './jobs.ts';

export function apiKeyRoutes(bind: Bind, service: Service): void {
  const { work, now } = service;
  bind(endpoints.listApiKeys, async ({ acting, params, query }) => {
    const page = await listApiKeys(acting, params.id, query);
    return { ...page, data: page.data.map(record) };
  });
  bind(endpoints.listEndingApiKeys, async ({ acting, query }) => {
    const page = await listEndingApiKeys(acting, now(), query);
    return { ...page, data: page.data.map((row) => ({ ...record(row), login: row.login })) };
  });
  // Never in the background: only this response contains the key.
  bind(endpoints.createApiKey, async ({ caller, params, body }) => {
    const { key, row } = await work.transaction((stores) =>
      createApiKey({ stores, caller }, params.id, body.data, now()),
    );
    return { ...record(row), key };
  });
  bind(endpoints.deleteApiKey, (context) => {
    const { id: userId, key_id: id } = context.params;
    return writeOrQueue(service, context, { action: 'delete-api-key', userId, id });
  });
}

function record(row: ApiKeyRow) {
  return {
    name: row.name,
    api_key_resource: apiKeyPath(row.user_id, row.id),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? '',
    read_only: row.read_only,
    last_used_at: row.last_used_at?.toISOString() ?? '',
  };
}
