import { endpoints } from '../../contract/endpoints.ts';
import type { Page, PageQuery } from '../../contract/paging.ts';
import type { Role } from '../../contract/access/roles.ts';
import type { Acting } from '../domain/access/caller.ts';
import type { RoleRow } from '../domain/ports.ts';
import { roleRecords } from '../domain/access/role-record.ts';
import * as roles from '../domain/access/roles.ts';
import type { Service } from '../service.ts';
import { respond, type Bind } from './bind.ts';
import { selectFields } from './fields.ts';
import { enqueued } from './jobs.ts';

/** Roles. */
export function roleRoutes(bind: Bind, service: Service): void {
  const { work } = service;
  const pageOf = async (acting: Acting, query: PageQuery, page: Page<RoleRow>) => {
    const data = await roleRecords(acting, page.data, query.fields);
    return selectFields({ ...page, data }, query);
  };
  bind(endpoints.listRoles, async ({ acting, query }) =>
    respond(200, await pageOf(acting, query, await roles.listRoles(acting, query))),
  );
  bind(endpoints.listGroupRoles, async ({ acting, params, query }) => {
    const page = await roles.listGroupRoles(acting, params.id, query);
    return respond(200, await pageOf(acting, query, page));
  });
  bind(endpoints.getRole, async ({ acting, params }) =>
    respond(200, await recordOf(acting, await roles.getRole(acting, params.id))),
  );
  bind(endpoints.createRole, {
    references: ({ acting }, valid) => roles.problemsOfWrite(acting, valid),
    handle: async ({ acting, caller, body: { data: values }, respondAsync }) => {
      if (respondAsync) return enqueued(service, caller, { action: 'create-role', values });
      const row = await work.transaction((stores) => roles.createRole({ stores, caller }, values));
      return respond(201, await recordOf(acting, row));
    },
  });
  bind(endpoints.updateRole, {
    references: ({ acting, params }, valid) => roles.problemsOfWrite(acting, valid, params.id),
    handle: async ({ acting, caller, params: { id }, body: { data: values }, respondAsync }) => {
      if (respondAsync) return enqueued(service, caller, { action: 'update-role', id, values });
      const row = await work.transaction((stores) => roles.updateRole({ stores, caller }, id, values));
      return respond(200, await recordOf(acting, row));
    },
  });
  bind(endpoints.deleteRole, async ({ caller, params: { id }, respondAsync }) => {
    if (respondAsync) return enqueued(service, caller, { action: 'delete-role', id });
    const record = await work.transaction(async (stores) => {
      const within = { stores, caller };
      // Read before the deletion, so that the response still names the role's users.
      const before = await recordOf(within, await roles.getRole(within, id));
      await roles.deleteRole(within, id);
      return before;
    });
    return respond(200, record);
  });
}

async function recordOf(acting: Acting, row: RoleRow): Promise<Role> {
  const [record] = await roleRecords(acting, [row]);
  if (!record) throw new Error('The role has no record');
  return record;
}
