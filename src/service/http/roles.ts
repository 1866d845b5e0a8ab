import { endpoints } from '../../contract/endpoints.ts';
import type { Page, PageQuery } from '../../contract/paging.ts';
import type { Role } from '../../contract/access/roles.ts';
import type { Caller } from '../domain/access/caller.ts';
import type { RoleRow, Stores } from '../domain/ports.ts';
import { roleRecords } from '../domain/access/role-record.ts';
import * as roles from '../domain/access/roles.ts';
import type { Service } from '../service.ts';
import { respond, type Bind } from './bind.ts';
import { selectFields } from './fields.ts';
import { enqueued } from './jobs.ts';

/** Roles. */
export function roleRoutes(bind: Bind, service: Service): void {
  const { work } = service;
  const pageOf = async (caller: Caller, query: PageQuery, page: Page<RoleRow>) => {
    const data = await roleRecords(work.stores, caller, page.data, query.fields);
    return selectFields({ ...page, data }, query);
  };
  bind(endpoints.listRoles, async ({ caller, query }) =>
    respond(200, await pageOf(caller, query, await roles.listRoles(work.stores, caller, query))),
  );
  bind(endpoints.listGroupRoles, async ({ caller, params, query }) => {
    const page = await roles.listGroupRoles(work.stores, caller, params.id, query);
    return respond(200, await pageOf(caller, query, page));
  });
  bind(endpoints.getRole, async ({ caller, params }) =>
    respond(200, await recordOf(work.stores, caller, await roles.getRole(work.stores, caller, params.id))),
  );
  bind(endpoints.createRole, {
    references: ({ caller }, valid) => roles.problemsOfCreation(work.stores, caller, valid),
    handle: async ({ caller, body: { data: values }, respondAsync }) => {
      if (respondAsync) return enqueued(service, caller, { action: 'create-role', values });
      const row = await work.transaction((stores) => roles.createRole(stores, caller, values));
      return respond(201, await recordOf(work.stores, caller, row));
    },
  });
  bind(endpoints.updateRole, {
    references: ({ caller, params }, valid) => roles.problemsOfUpdate(work.stores, caller, params.id, valid),
    handle: async ({ caller, params: { id }, body: { data: values }, respondAsync }) => {
      if (respondAsync) return enqueued(service, caller, { action: 'update-role', id, values });
      const row = await work.transaction((stores) => roles.updateRole(stores, caller, id, values));
      return respond(200, await recordOf(work.stores, caller, row));
    },
  });
  bind(endpoints.deleteRole, async ({ caller, params: { id }, respondAsync }) => {
    if (respondAsync) return enqueued(service, caller, { action: 'delete-role', id });
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
