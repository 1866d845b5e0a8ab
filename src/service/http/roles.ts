import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import type { Page, PageQuery } from '../../contract/paging.ts';
import type { Role } from '../../contract/access/roles.ts';
import type { Caller } from '../domain/access/caller.ts';
import type { JobRow, RoleRow, Stores } from '../domain/ports.ts';
import { roleRecords } from '../domain/access/role-record.ts';
import * as roles from '../domain/access/roles.ts';
import { enqueueWrite } from '../jobs/write.ts';
import type { Service } from '../service.ts';
import { bind, respond } from './bind.ts';
import { selectFields } from './fields.ts';
import { accepted } from './jobs.ts';

/** Roles. */
export function roleRoutes(app: FastifyInstance, service: Service): void {
  const { work } = service;
  const accept = (job: JobRow) => {
    service.wakeJobs();
    return accepted(job);
  };
  const pageOf = async (caller: Caller, query: PageQuery, page: Page<RoleRow>) => {
    const data = await roleRecords(work.stores, caller, page.data, query.fields);
    return selectFields({ ...page, data }, query);
  };
  bind(app, service, endpoints.listRoles, async ({ caller, query }) =>
    respond(200, await pageOf(caller, query, await roles.listRoles(work.stores, caller, query))),
  );
  bind(app, service, endpoints.listGroupRoles, async ({ caller, params, query }) => {
    const page = await roles.listGroupRoles(work.stores, caller, params.id, query);
    return respond(200, await pageOf(caller, query, page));
  });
  bind(app, service, endpoints.getRole, async ({ caller, params }) =>
    respond(200, await recordOf(work.stores, caller, await roles.getRole(work.stores, caller, params.id))),
  );
  bind(
    app,
    service,
    endpoints.createRole,
    async ({ caller, body, respondAsync }) => {
      const write = { action: 'create-role', values: body.data } as const;
      if (respondAsync) return accept(await enqueueWrite(work, caller, write));
      const row = await work.transaction((stores) => roles.createRole(stores, caller, body.data));
      return respond(201, await recordOf(work.stores, caller, row));
    },
    undefined,
    ({ caller }, valid) => roles.problemsOfCreation(work.stores, caller, valid),
  );
  bind(
    app,
    service,
    endpoints.updateRole,
    async ({ caller, params: { id }, body, respondAsync }) => {
      const write = { action: 'update-role', id, values: body.data } as const;
      if (respondAsync) return accept(await enqueueWrite(work, caller, write));
      const row = await work.transaction((stores) => roles.updateRole(stores, caller, id, body.data));
      return respond(200, await recordOf(work.stores, caller, row));
    },
    undefined,
    ({ caller, params }, valid) => roles.problemsOfUpdate(work.stores, caller, params.id, valid),
  );
  bind(app, service, endpoints.deleteRole, async ({ caller, params: { id }, respondAsync }) => {
    if (respondAsync) return accept(await enqueueWrite(work, caller, { action: 'delete-role', id }));
    const record = await work.transaction(async (stores) => {
      // Read before the deletion, so that the response still names the role's users.
      const before = await recordOf(stores, caller, await roles.getRole(stores, caller, id));
      await roles.deleteRole(stores, caller, id);
      return before;
    });
    return respond(200, record);
  });
}

async function recordOf(stores: Stores, caller: Caller, row: RoleRow): Promise<Role> {
  const [record] = await roleRecords(stores, caller, [row]);
  if (!record) throw new Error('The role has no record');
  return record;
}
