import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import { apiKeyPath } from '../../contract/access/users.ts';
import { createApiKey, deleteApiKey, listApiKeys } from '../domain/access/api-keys.ts';
import type { ApiKeyRow } from '../domain/ports.ts';
import { enqueueWrite } from '../jobs/write.ts';
import type { Service } from '../service.ts';
import { bind, respond } from './bind.ts';
import { selectFields } from './fields.ts';
import { accepted } from './jobs.ts';

/** API keys of users. */
export function apiKeyRoutes(app: FastifyInstance, service: Service): void {
  const { work } = service;
  bind(app, service, endpoints.listApiKeys, async ({ caller, params, query }) => {
    const page = await listApiKeys(work.stores, caller, params.id, query);
    const data = page.data.map((row) => ({
      ...record(row),
      last_used_at: row.last_used_at?.toISOString() ?? '',
    }));
    return respond(200, selectFields({ ...page, data }, query));
  });
  // Never in the background: only this response contains the key.
  bind(app, service, endpoints.createApiKey, async ({ caller, params, body }) => {
    const { key, row } = await work.transaction((stores) =>
      createApiKey(stores, caller, params.id, body.data.name),
    );
    return respond(201, { ...record(row), key });
  });
  bind(app, service, endpoints.deleteApiKey, async ({ caller, params, respondAsync }) => {
    if (respondAsync) {
      const write = { action: 'delete-api-key', userId: params.id, id: params.key_id } as const;
      const job = await enqueueWrite(work, caller, write);
      service.wakeJobs();
      return accepted(job);
    }
    await work.transaction((stores) => deleteApiKey(stores, caller, params.id, params.key_id));
    return respond(200, {});
  });
}

function record(row: ApiKeyRow) {
  return {
    name: row.name,
    api_key_resource: apiKeyPath(row.user_id, row.id),
    created_at: row.created_at.toISOString(),
  };
}
