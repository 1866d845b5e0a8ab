import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { BodyInputOf } from '../../../contract/endpoint.ts';
import { oidcOpsEndpoints } from '../../../contract/endpoints/oidc-ops.ts';
import type { JobStatus } from '../../../contract/jobs.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import { call } from '../../api/client.ts';
import { loadAll, pageSize } from '../../lib/load-all.ts';
import type { RequestData } from './form-values.ts';

/** The providers that the service returned. */
export interface LoadedOidcOps {
  ops: readonly OidcOp[];
  /** How many the service reports. */
  total: number;
}

/** Every provider, in the service's order. */
export function oidcOpsQuery() {
  return queryOptions({
    queryKey: ['oidc-ops', 'list'],
    queryFn: async ({ signal }): Promise<LoadedOidcOps> => {
      const { records, total } = await loadAll(
        async (start) =>
          (await call(oidcOpsEndpoints.listOidcOps, { query: { start, limit: pageSize }, signal })).body,
        (op) => op.id,
      );
      // Without `fields`, the list contains whole records.
      return { ops: records as OidcOp[], total };
    },
  });
}

/** One provider. */
export function oidcOpQuery(id: number) {
  return queryOptions({
    queryKey: ['oidc-ops', 'record', id],
    queryFn: ({ signal }) => readOidcOp(id, signal),
  });
}

/** Reads one provider, bypassing the cache. */
export async function readOidcOp(id: number, signal?: AbortSignal): Promise<OidcOp> {
  return (await call(oidcOpsEndpoints.getOidcOp, { params: { id }, ...(signal ? { signal } : {}) })).body;
}

/** Query keys of every list and record that shows providers, and of the change log. */
export const oidcOpKeys = ['oidc-ops', 'oidc-logins', 'activity'] as const;

/** Refetches every list and record that shows providers. */
export async function refreshOidcOps(queryClient: QueryClient): Promise<void> {
  await Promise.all(oidcOpKeys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** The result of a write: the stored provider, or the job that continues it. */
export interface WriteResult {
  op?: OidcOp;
  job?: JobStatus;
}

function resultOf(response: { status: number; body: OidcOp | JobStatus }): WriteResult {
  // 202 is the only declared status with a job as its body.
  return response.status === 202 ? { job: response.body as JobStatus } : { op: response.body as OidcOp };
}

/** Creates a provider. */
export async function createOidcOp(data: RequestData): Promise<WriteResult> {
  // The form applies the contract's rules, so required fields are present.
  const body = { data } as BodyInputOf<typeof oidcOpsEndpoints.createOidcOp>;
  return resultOf(await call(oidcOpsEndpoints.createOidcOp, { body }));
}

/** Updates a provider; sends only what is in `data`. */
export async function updateOidcOp(id: number, data: RequestData): Promise<WriteResult> {
  // `logout_method`, the only enum, is chosen from the contract's values.
  const body = { data } as BodyInputOf<typeof oidcOpsEndpoints.updateOidcOp>;
  return resultOf(await call(oidcOpsEndpoints.updateOidcOp, { params: { id }, body }));
}

/** Deletes a provider, which ends the sessions that started through it. */
export async function deleteOidcOp(id: number): Promise<WriteResult> {
  return resultOf(await call(oidcOpsEndpoints.deleteOidcOp, { params: { id } }));
}
