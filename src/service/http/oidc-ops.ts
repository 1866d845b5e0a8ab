import { endpoints } from '../../contract/endpoints.ts';
import { usernamePathProblems } from '../../contract/oidc/username-path.ts';
import { oidcOpRecord } from '../domain/oidc/oidc-op-record.ts';
import * as oidcOps from '../domain/oidc/oidc-ops.ts';
import type { WithoutSlot } from '../domain/ports.ts';
import type { Service } from '../service.ts';
import { enqueueOidcOpWrite, prepareOidcOpWrite, type OidcOpWrite } from '../jobs/write-oidc-op.ts';
import type { Bind } from './bind.ts';
import type { Context } from './requests/context.ts';

type Writing = Pick<
  Context<typeof endpoints.deleteOidcOp>,
  'acting' | 'respondAsync' | 'accepted' | 'withoutSlot'
>;

export function oidcOpRoutes(bind: Bind, service: Service): void {
  const { work, secrets, now, relyingParty } = service;
  const toolsFor = (withoutSlot: WithoutSlot) => ({
    secrets,
    metadata: (url: string) => withoutSlot(() => relyingParty.metadata(url)),
    now,
  });
  const write = async ({ acting, respondAsync, accepted, withoutSlot }: Writing, wanted: OidcOpWrite) => {
    if (respondAsync) return accepted(await enqueueOidcOpWrite(acting, wanted));
    const store = await prepareOidcOpWrite(acting, toolsFor(withoutSlot), wanted);
    return oidcOpRecord(await work.transaction(store));
  };
  bind(endpoints.listOidcOps, async ({ acting, query }) => {
    const page = await oidcOps.listOidcOps(acting, query);
    return { ...page, data: page.data.map(oidcOpRecord) };
  });
  bind(endpoints.createOidcOp, {
    moreProblems: checkUsernamePath,
    references: ({ acting, withoutSlot }, valid) =>
      oidcOps.problemsOfMetadata(acting, toolsFor(withoutSlot).metadata, undefined, valid),
    handle: async (context) => {
      const { acting, withoutSlot, body } = context;
      const creation = await oidcOps.sealCreation(acting, toolsFor(withoutSlot), body.data);
      return write(context, { action: 'create', ...creation });
    },
  });
  bind(endpoints.getOidcOp, async ({ acting, params }) =>
    oidcOpRecord(await oidcOps.getOidcOp(acting, params.id)),
  );
  bind(endpoints.updateOidcOp, {
    moreProblems: checkUsernamePath,
    references: ({ acting, params, withoutSlot }, valid) =>
      oidcOps.problemsOfMetadata(acting, toolsFor(withoutSlot).metadata, params.id, valid),
    handle: (context) => {
      const { id } = context.params;
      const values = oidcOps.sealFor(id, secrets, context.body.data);
      return write(context, { action: 'update', id, values });
    },
  });
  bind(endpoints.deleteOidcOp, (context) => write(context, { action: 'delete', id: context.params.id }));
}

/** A check that isn't part of the schemas, so that the console's other pages don't load JMESPath. */
export function checkUsernamePath(data: Readonly<Record<string, unknown>>): string[] {
  const expression = data['username_path'];
  if (typeof expression !== 'string' || expression === '') return [];
  return usernamePathProblems(expression).map((problem) => `username_path: ${problem}`);
}
