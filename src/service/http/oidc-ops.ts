import { endpoints } from '../../contract/endpoints.ts';
import { usernamePathProblems } from '../../contract/oidc/username-path.ts';
import type { Acting } from '../domain/access/caller.ts';
import { oidcOpRecord } from '../domain/oidc/oidc-op-record.ts';
import * as oidcOps from '../domain/oidc/oidc-ops.ts';
import { adoptDraftTest } from '../domain/oidc/sign-in-tests.ts';
import type { WithoutSlot } from '../domain/ports.ts';
import type { Service } from '../service.ts';
import { enqueueOidcOpWrite, type OidcOpWrite } from '../jobs/write-oidc-op.ts';
import { respond, type Bind } from './bind.ts';
import { selectFields } from './fields.ts';
import { accepted } from './jobs.ts';

/** OIDC provider configurations. */
export function oidcOpRoutes(bind: Bind, service: Service): void {
  const { work, secrets, now, relyingParty } = service;
  const toolsFor = (withoutSlot: WithoutSlot) => ({
    secrets,
    metadata: (url: string) => withoutSlot(() => relyingParty.metadata(url)),
    now,
  });
  const enqueued = async (acting: Acting, write: OidcOpWrite) =>
    accepted(service, await enqueueOidcOpWrite(acting, write));
  bind(endpoints.listOidcOps, async ({ acting, query }) => {
    const page = await oidcOps.listOidcOps(acting, query);
    const { rows, data } = selectFields({ ...page, data: page.data.map(oidcOpRecord) }, query);
    return respond(200, { rows, data });
  });
  bind(endpoints.createOidcOp, {
    moreProblems: checkUsernamePath,
    references: ({ acting, withoutSlot }, valid) =>
      oidcOps.problemsOfMetadata(acting, toolsFor(withoutSlot).metadata, undefined, valid),
    handle: async ({ acting, caller, body, respondAsync, withoutSlot }) => {
      const tools = toolsFor(withoutSlot);
      const { id, values } = await oidcOps.sealCreation(acting, tools, body.data);
      if (respondAsync) return enqueued(acting, { action: 'create', id, values });
      const row = await oidcOps.prepareCreation(acting, tools, id, values);
      await work.transaction(async (within) =>
        adoptDraftTest(within, secrets, caller, await oidcOps.storeCreation(within, caller, row)),
      );
      return respond(201, oidcOpRecord(row));
    },
  });
  bind(endpoints.getOidcOp, async ({ acting, params }) =>
    respond(200, oidcOpRecord(await oidcOps.getOidcOp(acting, params.id))),
  );
  bind(endpoints.updateOidcOp, {
    moreProblems: checkUsernamePath,
    references: ({ acting, params, withoutSlot }, valid) =>
      oidcOps.problemsOfMetadata(acting, toolsFor(withoutSlot).metadata, params.id, valid),
    handle: async ({ acting, caller, params: { id }, body, respondAsync, withoutSlot }) => {
      const tools = toolsFor(withoutSlot);
      const values = oidcOps.sealFor(id, secrets, body.data);
      if (respondAsync) return enqueued(acting, { action: 'update', id, values });
      const changes = await oidcOps.prepareUpdate(acting, tools, id, values);
      const row = await work.transaction(async (within) =>
        adoptDraftTest(within, secrets, caller, await oidcOps.storeUpdate(within, caller, id, changes)),
      );
      return respond(200, oidcOpRecord(row));
    },
  });
  bind(endpoints.deleteOidcOp, async ({ acting, caller, params: { id }, respondAsync }) => {
    if (respondAsync) return enqueued(acting, { action: 'delete', id });
    const row = await work.transaction((within) => oidcOps.deleteOidcOp({ stores: within, caller }, id));
    return respond(200, oidcOpRecord(row));
  });
}

/** A check that isn't part of the schemas, so that the console's other pages don't load JMESPath. */
export function checkUsernamePath(data: Readonly<Record<string, unknown>>): string[] {
  const expression = data['username_path'];
  if (typeof expression !== 'string' || expression === '') return [];
  return usernamePathProblems(expression).map((problem) => `username_path: ${problem}`);
}
