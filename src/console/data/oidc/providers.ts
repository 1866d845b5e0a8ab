import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { BodyInputOf } from '../../../contract/endpoint.ts';
import { oidcOpsEndpoints } from '../../../contract/endpoints/oidc-ops.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { loadAll, pageSize } from '../../lib/load-all.ts';
import { isPolled } from '../../api/polling.ts';
import { isolate } from '../../lib/text.ts';
import type { RecordLock } from '../jobs/locks.ts';
import type { JobRequest } from '../jobs/tracked-job.ts';
import { writeResult, type WriteResult } from '../write.ts';
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
    queryFn: async ({ signal, meta }): Promise<LoadedOidcOps> => {
      const isPolling = isPolled(meta);
      const { records, total } = await loadAll(
        async (start) => {
          const query = { start, limit: pageSize };
          return (await call(oidcOpsEndpoints.listOidcOps, { query, signal, isPolling })).body;
        },
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
  return (await call(oidcOpsEndpoints.getOidcOp, { params: { id }, signal })).body;
}

/** Query keys of every list and record that shows providers, and of the change log. */
export const oidcOpKeys = ['oidc-ops', 'oidc-logins', 'activity'] as const;

/** Refetches every list and record that shows providers. */
export async function refreshOidcOps(queryClient: QueryClient): Promise<void> {
  await Promise.all(oidcOpKeys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** Creates a provider. The record is undefined if the service doesn't return it. @param draft to keep while a job creates it */
export async function createOidcOp(
  data: RequestData,
  draft: string,
): Promise<WriteResult<OidcOp | undefined>> {
  // The form applies the contract's rules, so required fields are present.
  const body = { data } as BodyInputOf<typeof oidcOpsEndpoints.createOidcOp>;
  const response = await call(oidcOpsEndpoints.createOidcOp, { body }).catch((error: unknown) => {
    // Names may repeat, so sending it again could create another one.
    if (!(error instanceof ApiError) || error.kind !== 'network' || !navigator.onLine) throw error;
    const lost = `${error.message}: it may have been created, so check the list of providers before you try again`;
    throw new ApiError('network', 0, [lost]);
  });
  return writeResult(response, { title: `Create ${isolate(data.name ?? '')}`, changes: oidcOpKeys, draft });
}

/** Updates a provider; sends only what is in `data`. @param draft to keep while a job changes it */
export async function updateOidcOp(
  op: OidcOp,
  data: RequestData,
  draft?: string,
): Promise<WriteResult<OidcOp | undefined>> {
  // `logout_method`, the only enum, is chosen from the contract's values.
  const body = { data } as BodyInputOf<typeof oidcOpsEndpoints.updateOidcOp>;
  const response = await call(oidcOpsEndpoints.updateOidcOp, { params: { id: op.id }, body });
  return writeResult(response, { ...requestOf(op, 'changing'), draft });
}

/** Deletes a provider, which ends the sessions that started through it. */
export async function deleteOidcOp(op: OidcOp): Promise<WriteResult<unknown>> {
  const response = await call(oidcOpsEndpoints.deleteOidcOp, { params: { id: op.id } });
  return writeResult(response, requestOf(op, 'deleting'));
}

function requestOf({ name, resource }: OidcOp, doing: RecordLock['doing']): JobRequest {
  return {
    title: `${doing === 'deleting' ? 'Delete' : 'Change'} ${isolate(name)}`,
    changes: oidcOpKeys,
    affects: { path: resource, doing },
  };
}
