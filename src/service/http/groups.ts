import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import { groupRecord } from '../domain/groups/group-record.ts';
import * as groups from '../domain/groups/groups.ts';
import type { JobRow } from '../domain/ports.ts';
import { enqueueImport } from '../jobs/import-groups.ts';
import { enqueueWrite } from '../jobs/write.ts';
import type { Service } from '../service.ts';
import { bind, respond } from './bind.ts';
import { selectFields } from './fields.ts';
import { accepted } from './jobs.ts';
import { groupPages, groupText } from './responses/group-text.ts';

/** The group tree. */
export function groupRoutes(app: FastifyInstance, service: Service): void {
  const { work } = service;
  const accept = (job: JobRow) => {
    service.wakeJobs();
    return accepted(job);
  };
  bind(app, service, endpoints.listGroups, async ({ caller, query }) => {
    if (query.lineage_of) {
      const page = await groups.listLineage(work.stores, caller, query.lineage_of, query);
      return respond(200, selectFields({ ...page, data: page.data.map(groupRecord) }, query));
    }
    const { template, write } = groupPages(query.fields);
    return respond(200, write(await groups.listGroups(work.stores, caller, query, template)));
  });
  bind(
    app,
    service,
    endpoints.createGroup,
    async ({ caller, body, respondAsync }) => {
      const write = { action: 'create-group', parentId: caller.groupId, values: body.data } as const;
      if (respondAsync) return accept(await enqueueWrite(work, caller, write));
      const row = await work.statement((stores) =>
        groups.createGroup(stores, caller, caller.groupId, body.data),
      );
      return respond(201, groupText(row));
    },
    undefined,
    ({ caller }, valid) => groups.problemsOfCreation(work.stores, caller, caller.groupId, valid),
  );
  bind(app, service, endpoints.getGroup, async ({ caller, params }) =>
    respond(200, groupText(await groups.getGroup(work.stores, caller, params.id))),
  );
  bind(
    app,
    service,
    endpoints.updateGroup,
    async ({ caller, params, body, respondAsync }) => {
      const write = { action: 'update-group', id: params.id, values: body.data } as const;
      if (respondAsync) return accept(await enqueueWrite(work, caller, write));
      await work.transaction((stores) => groups.updateGroup(stores, caller, params.id, body.data));
      return respond(200, {});
    },
    undefined,
    ({ caller, params }, valid) => groups.problemsOfUpdate(work.stores, caller, params.id, valid),
  );
  bind(app, service, endpoints.deleteGroup, async ({ caller, params, respondAsync }) => {
    const job = await groups.deleteGroup(work, caller, params.id, respondAsync);
    return job ? accept(job) : respond(200, {});
  });
  bind(app, service, endpoints.listSubGroups, async ({ caller, params, query }) => {
    const { template, write } = groupPages(query.fields);
    const page = await groups.listSubGroups(work.stores, caller, params.id, query, template);
    return respond(200, write(page));
  });
  bind(app, service, endpoints.importGroups, async ({ caller, body }) => {
    return accept(await work.transaction((stores) => enqueueImport(stores, caller, body.data.groups)));
  });
  bind(
    app,
    service,
    endpoints.createSubGroup,
    async ({ caller, params, body, respondAsync }) => {
      const write = { action: 'create-group', parentId: params.id, values: body.data } as const;
      if (respondAsync) return accept(await enqueueWrite(work, caller, write));
      const row = await work.statement((stores) => groups.createGroup(stores, caller, params.id, body.data));
      return respond(201, groupText(row));
    },
    undefined,
    ({ caller, params }, valid) => groups.problemsOfCreation(work.stores, caller, params.id, valid),
  );
}
