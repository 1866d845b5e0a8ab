import { endpoints } from '../../contract/endpoints.ts';
import { usernamePathProblems } from '../../contract/oidc/username-path.ts';
import type { Caller } from '../domain/access/caller.ts';
import { oidcOpRecord } from '../domain/oidc/oidc-op-record.ts';
import * as oidcOps from '../domain/oidc/oidc-ops.ts';
import type { WithoutSlot } from '../domain/ports.ts';
import type { Service } from '../service.ts';
import { enqueueOidcOpWrite, type OidcOpWrite } from '../jobs/write-oidc-op.ts';
import { respond, type Bind } from './bind.ts';
import { selectFields } from './fields.ts';
import { accepted } from './jobs.ts';

/** OIDC provider configurations. */
export function oidcOpRoutes(bind: Bind, service: Service): void {
  const { work, secrets, now, relyingParty } = service;
  const { stores } = work;
  const toolsFor = (withoutSlot: WithoutSlot) => ({
    secrets,
    metadata: (url: string) => withoutSlot(() => relyingParty.metadata(url)),
    now,
  });
  const enqueued = async (caller: Caller, write: OidcOpWrite) =>
    accepted(service, await enqueueOidcOpWrite(stores, caller, write));
  bind(endpoints.listOidcOps, async ({ caller, query }) => {
    const page = await oidcOps.listOidcOps(stores, caller, query);
    const { rows, data } = selectFields({ ...page, data: page.data.map(oidcOpRecord) }, query);
    return respond(200, { rows, data });
  });
  bind(endpoints.createOidcOp, {
    moreProblems: checkUsernamePath,
    references: ({ caller, withoutSlot }, valid) =>
      oidcOps.problemsOfMetadata(stores, toolsFor(withoutSlot).metadata, caller, undefined, valid),
    handle: async ({ caller, body, respondAsync, withoutSlot }) => {
      const tools = toolsFor(withoutSlot);
      const { id, values } = await oidcOps.sealCreation(stores, tools, caller, body.data);
      if (respondAsync) return enqueued(caller, { action: 'create', id, values });
      const row = await oidcOps.prepareCreation(stores, tools, caller, id, values);
      await work.transaction((within) => oidcOps.storeCreation(within, caller, row));
      return respond(201, oidcOpRecord(row));
    },
  });
  bind(endpoints.getOidcOp, async ({ caller, params }) =>
    respond(200, oidcOpRecord(await oidcOps.getOidcOp(stores, caller, params.id))),
  );
  bind(endpoints.updateOidcOp, {
    moreProblems: checkUsernamePath,
    references: ({ caller, params, withoutSlot }, valid) =>
      oidcOps.problemsOfMetadata(stores, toolsFor(withoutSlot).metadata, caller, params.id, valid),
    handle: async ({ caller, params: { id }, body, respondAsync, withoutSlot }) => {
      const tools = toolsFor(withoutSlot);
      const values = oidcOps.sealFor(id, secrets, body.data);
      if (respondAsync) return enqueued(caller, { action: 'update', id, values });
      const changes = await oidcOps.prepareUpdate(stores, tools, caller, id, values);
      const row = await work.transaction((within) => oidcOps.storeUpdate(within, caller, id, changes));
      return respond(200, oidcOpRecord(row));
    },
  });
  bind(endpoints.deleteOidcOp, async ({ caller, params: { id }, respondAsync }) => {
    if (respondAsync) return enqueued(caller, { action: 'delete', id });
    const row = await work.transaction((within) => oidcOps.deleteOidcOp(within, caller, id));
    return respond(200, oidcOpRecord(row));
  });
}

/** A check that isn't part of the schemas, so that the console's other pages don't load JMESPath. */
export function checkUsernamePath(data: Readonly<Record<string, unknown>>): string[] {
  const expression = data['username_path'];
  if (typeof expression !== 'string' || expression === '') return [];
  return usernamePathProblems(expression).map((problem) => `username_path: ${problem}`);
}
