import { endpoints } from '../../contract/endpoints.ts';
import { groupRecord } from '../domain/groups/group-record.ts';
import * as groups from '../domain/groups/groups.ts';
import { enqueueImport } from '../jobs/import-groups.ts';
import type { Service } from '../service.ts';
import type { Bind } from './bind.ts';
import { writeOrQueue } from './jobs.ts';
import type { Context } from './requests/context.ts';
import { groupPages } from './responses/group-pages.ts';

type Creation = Pick<Context<typeof endpoints.createGroup>, 'caller' | 'body' | 'respondAsync' | 'accepted'>;

export function groupRoutes(bind: Bind, service: Service): void {
  const { work } = service;
  const createBelow = (parentId: number, context: Creation) =>
    writeOrQueue(service, context, { action: 'create-group', parentId, values: context.body.data });
  bind(endpoints.listGroups, async ({ acting, query }) => {
    if (query.lineage_of) {
      const page = await groups.listWithAncestors(acting, query.lineage_of, query);
      return { ...page, data: page.data.map(groupRecord) };
    }
    const { template, write } = groupPages(query.fields);
    return write(await groups.listGroups(acting, query, template));
  });
  bind(endpoints.createGroup, {
    references: ({ acting, caller }, valid) => groups.problemsOfCreation(acting, caller.groupId, valid),
    handle: (context) => createBelow(context.caller.groupId, context),
  });
  bind(endpoints.createSubGroup, {
    references: ({ acting, params }, valid) => groups.problemsOfCreation(acting, params.id, valid),
    handle: (context) => createBelow(context.params.id, context),
  });
  bind(endpoints.getGroup, async ({ acting, params }) =>
    groupRecord(await groups.getGroup(acting, params.id)),
  );
  bind(endpoints.updateGroup, {
    references: ({ acting, params }, valid) => groups.problemsOfUpdate(acting, params.id, valid),
    handle: (context) => {
      const { id } = context.params;
      return writeOrQueue(service, context, { action: 'update-group', id, values: context.body.data });
    },
  });
  bind(endpoints.deleteGroup, async ({ caller, params, respondAsync, accepted }) => {
    const job = await groups.deleteGroup(work, caller, params.id, respondAsync);
    return job ? accepted(job) : {};
  });
  bind(endpoints.listSubGroups, async ({ acting, params, query }) => {
    const { template, write } = groupPages(query.fields);
    const page = await groups.listSubGroups(acting, params.id, query, template);
    return write(page);
  });
  bind(endpoints.importGroups, async ({ caller, body, accepted }) =>
    accepted(await work.transaction((stores) => enqueueImport({ stores, caller }, body.data.groups))),
  );
}
