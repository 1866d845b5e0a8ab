import { endpoints } from '../../contract/endpoints.ts';
import type { Page, PageQuery } from '../../contract/paging.ts';
import type { Acting } from '../domain/access/caller.ts';
import type { RoleRow } from '../domain/access/access-ports.ts';
import { roleRecord, roleRecords } from '../domain/access/role-record.ts';
import * as roles from '../domain/access/roles.ts';
import type { Service } from '../service.ts';
import type { Bind } from './bind.ts';
import { writeOrQueue } from './jobs.ts';

export function roleRoutes(bind: Bind, service: Service): void {
  const pageOf = async (acting: Acting, query: PageQuery, page: Page<RoleRow>) => {
    const data = await roleRecords(acting, page.data, query.fields);
    return { ...page, data };
  };
  bind(endpoints.listRoles, async ({ acting, query }) =>
    pageOf(acting, query, await roles.listRoles(acting, query)),
  );
  bind(endpoints.listGroupRoles, async ({ acting, params, query }) =>
    pageOf(acting, query, await roles.listGroupRoles(acting, params.id, query)),
  );
  bind(endpoints.getRole, async ({ acting, params }) =>
    roleRecord(acting, await roles.getRole(acting, params.id)),
  );
  bind(endpoints.createRole, {
    references: ({ acting }, valid) => roles.problemsOfWrite(acting, valid),
    handle: (context) => writeOrQueue(service, context, { action: 'create-role', values: context.body.data }),
  });
  bind(endpoints.updateRole, {
    references: ({ acting, params }, valid) => roles.problemsOfWrite(acting, valid, params.id),
    handle: (context) => {
      const { id } = context.params;
      return writeOrQueue(service, context, { action: 'update-role', id, values: context.body.data });
    },
  });
  bind(endpoints.deleteRole, (context) =>
    writeOrQueue(service, context, { action: 'delete-role', id: context.params.id }),
  );
}
