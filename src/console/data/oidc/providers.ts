import type { OidcButton, OidcSessionCount } from '../../../contract/oidc/oidc-logins.ts';
import { queryOptions } from '@tanstack/react-query';
import type { BodyInputOf } from '../../../contract/endpoint.ts';
import { oidcLoginsEndpoints } from '../../../contract/endpoints/oidc-logins.ts';
import { oidcOpsEndpoints } from '../../../contract/endpoints/oidc-ops.ts';
import { idInPath } from '../../../contract/path-fields.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import { call, loadList } from '../../api/exchange.ts';
import { completeProvider } from '../../../client/records.ts';
import { ifAsked, isPolled } from '../../api/retries.ts';
import { msg } from '../../lib/text.ts';
import { creationJob, jobFor, planWrite, write, type PlannedWrite, type Written } from '../write.ts';
import type { RequestData } from './form-values.ts';
import { queryClient } from '../../query-client.ts';

/** The providers that the service returned, and how many it counts. */
export interface LoadedOidcOps {
  ops: readonly OidcOp[];
  total: number;
}

/** Every provider, in the service's order. */
export const oidcOpsQuery = queryOptions({
  queryKey: ['oidc-ops', 'list'],
  queryFn: async ({ signal, meta }): Promise<LoadedOidcOps> => {
    const input = { signal, isPolling: isPolled(meta) };
    const keyOf = (op: OidcOp) => idInPath('oidc_ops', op.resource);
    const { records, total } = await loadList(oidcOpsEndpoints.listOidcOps, input, keyOf);
    // Without `fields`, the list contains whole records.
    return { ops: records.map(completeProvider), total };
  },
});

/** One provider. */
export function oidcOpQuery(id: number) {
  return queryOptions({
    queryKey: ['oidc-ops', 'record', id],
    queryFn: ({ signal }) => readOidcOp(id, signal),
  });
}

/** Reads one provider, bypassing the cache. */
export async function readOidcOp(id: number, signal?: AbortSignal): Promise<OidcOp> {
  return completeProvider((await call(oidcOpsEndpoints.getOidcOp, { params: { id }, signal })).body);
}

/** Shows a saved provider everywhere, before the list is refetched. */
export function showOidcOp(saved: OidcOp): void {
  queryClient.setQueryData(oidcOpQuery(saved.id).queryKey, saved);
  queryClient.setQueryData(
    oidcOpsQuery.queryKey,
    (list) => list && { ...list, ops: list.ops.map((op) => (op.id === saved.id ? saved : op)) },
  );
}

/** Removes deleted providers from the list, before it's refetched. */
export function hideOidcOps(ids: readonly number[]): void {
  queryClient.setQueryData(oidcOpsQuery.queryKey, (list) => {
    const ops = list?.ops.filter((op) => !ids.includes(op.id));
    return list && ops && { ...list, ops, total: list.total - list.ops.length + ops.length };
  });
}

/** Creates a provider. @param draft to keep while a job creates it */
export function createOidcOp(data: RequestData, draft?: string): PlannedWrite<OidcOp> {
  // The form applies the contract's rules, so required fields are present.
  const body = { data } as BodyInputOf<typeof oidcOpsEndpoints.createOidcOp>;
  const { name = '' } = data;
  return planWrite(oidcOpsEndpoints.createOidcOp, { body }, msg`${name} may have been created.`, {
    ...creationJob('provider', name),
    draft,
  });
}

/** Updates a provider; sends only what is in `data`. @param draft to keep while a job changes it */
export function updateOidcOp(
  op: Pick<OidcOp, 'id' | 'name' | 'resource'>,
  data: RequestData,
  draft?: string,
): PlannedWrite<OidcOp> {
  // `logout_method`, the only enum, is chosen from the contract's values.
  const body = { data } as BodyInputOf<typeof oidcOpsEndpoints.updateOidcOp>;
  return planWrite(
    oidcOpsEndpoints.updateOidcOp,
    { params: { id: op.id }, body },
    msg`${op.name} may have been saved.`,
    { ...jobFor('provider', 'changing', op.name, op.resource), draft },
  );
}

/** Suspends or resumes a provider's button on the sign-in page. */
export function enableButton(
  { id, name, resource }: Pick<OidcOp, 'id' | 'name' | 'resource'>,
  enabled: boolean,
): PlannedWrite<OidcButton> {
  return planWrite(
    oidcLoginsEndpoints.updateOidcButton,
    { params: { id }, body: { data: { enabled } } },
    msg`The button of ${name} may have been ${enabled ? 'resumed' : 'suspended'}.`,
    jobFor('provider', 'changing', name, resource),
  );
}

/** Whether a provider has a button on the sign-in page, bypassing the cache. */
export async function readButton(id: number): Promise<OidcButton> {
  return (await call(oidcLoginsEndpoints.getOidcButton, { params: { id } })).body;
}

/** How many sessions started through each provider, and how many users it knows, by its path. */
export const providerUseQuery = queryOptions({
  queryKey: ['oidc-ops', 'use'],
  queryFn: async ({ signal, meta }): Promise<ReadonlyMap<string, OidcSessionCount>> => {
    const input = { signal, isPolling: isPolled(meta) };
    const { body } = await call(oidcLoginsEndpoints.countOidcSessions, input);
    return new Map(body.data.map((use) => [use.oidc_op_resource, use]));
  },
  ...ifAsked,
});

/** Deletes a provider, which ends the sessions that started through it. */
export function deleteOidcOp(op: OidcOp): Promise<Written<unknown>> {
  return write<unknown>(
    call(oidcOpsEndpoints.deleteOidcOp, { params: { id: op.id } }),
    msg`${op.name} may have been deleted.`,
    jobFor('provider', 'deleting', op.name, op.resource),
  );
}
