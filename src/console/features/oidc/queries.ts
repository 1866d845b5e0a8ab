import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { endpoint, type BodyInputOf } from '../../../contract/endpoint.ts';
import { oidcOpsEndpoints } from '../../../contract/endpoints/oidc-ops.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { metadataPreview } from '../../../contract/oidc/metadata.ts';
import type { JobStatus } from '../../../contract/jobs.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import { call } from '../../api/client.ts';
import { isStatus } from '../../api/errors.ts';
import { loadAll, pageSize } from '../../lib/load-all.ts';
import type { RequestData } from './editor/form-values.ts';

/** Provider configurations as far as the service hands them out. */
export interface LoadedOidcOps {
  ops: readonly OidcOp[];
  /** How many there are, as far as the service says. */
  total: number;
}

/** Every provider configuration, in the service's order. */
export function oidcOpsQuery() {
  return queryOptions({
    queryKey: ['oidc-ops', 'list'],
    queryFn: async ({ signal }): Promise<LoadedOidcOps> => {
      const { records, total } = await loadAll(
        async (start) =>
          (await call(oidcOpsEndpoints.listOidcOps, { query: { start, limit: pageSize }, signal })).body,
        (op) => op.id,
      );
      // A list asked for without `fields` carries whole records.
      return { ops: records as OidcOp[], total };
    },
  });
}

/** One configuration. */
export function oidcOpQuery(id: number) {
  return queryOptions({
    queryKey: ['oidc-ops', 'record', id],
    queryFn: ({ signal }) => readOidcOp(id, signal),
  });
}

/** Reads one configuration anew, past the cache. */
export async function readOidcOp(id: number, signal?: AbortSignal): Promise<OidcOp> {
  return (await call(oidcOpsEndpoints.getOidcOp, { params: { id }, ...(signal ? { signal } : {}) })).body;
}

/** Reads again whatever a changed configuration shows in. */
export async function refreshOidcOps(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['oidc-ops'] }),
    queryClient.invalidateQueries({ queryKey: ['oidc-logins'] }),
  ]);
}

/** What became of a write: done, or going on as a job. */
export interface WriteResult {
  op?: OidcOp;
  job?: JobStatus;
}

function resultOf(answer: { status: number; body: OidcOp | JobStatus }): WriteResult {
  // 202 is the one declared answer that carries a job.
  return answer.status === 202 ? { job: answer.body as JobStatus } : { op: answer.body as OidcOp };
}

/** Creates a configuration. */
export async function createOidcOp(data: RequestData): Promise<WriteResult> {
  // The form's rules are the contract's: what is required is there.
  const body = { data } as BodyInputOf<typeof oidcOpsEndpoints.createOidcOp>;
  return resultOf(await call(oidcOpsEndpoints.createOidcOp, { body }));
}

/** Changes a configuration; only what is in `data` is sent. */
export async function updateOidcOp(id: number, data: RequestData): Promise<WriteResult> {
  // The one choice among the fields comes from a list of the contract's values.
  const body = { data } as BodyInputOf<typeof oidcOpsEndpoints.updateOidcOp>;
  return resultOf(await call(oidcOpsEndpoints.updateOidcOp, { params: { id }, body }));
}

/** Deletes a configuration; sessions that came through it end. */
export async function deleteOidcOp(id: number): Promise<WriteResult> {
  return resultOf(await call(oidcOpsEndpoints.deleteOidcOp, { params: { id } }));
}

const getMetadata = endpoint({
  method: 'GET',
  path: '/-/oidc-metadata',
  summary: 'The metadata that a provider publishes',
  access: 'signed in',
  query: z.object({ url: z.string() }),
  responses: { 200: metadataPreview },
});

/** What a provider publishes at an address, fetched through the gateway, only when asked for. */
export function metadataQuery(url: string) {
  return queryOptions({
    queryKey: ['oidc-metadata', url],
    queryFn: async ({ signal }) => (await call(getMetadata, { query: { url }, signal })).body,
    retry: false,
    staleTime: 0,
  });
}

/** Whether the failure says that there is no such thing here, rather than that it went wrong. */
export function isAbsent(error: unknown): boolean {
  return isStatus(error, 404) || isStatus(error, 405);
}

/** Whether a user with this login exists whom the caller may see; asked in a body, never in an address. @throws ApiError */
export async function userExists(login: string): Promise<boolean> {
  const { body } = await call(usersEndpoints.lookUpUser, { body: { data: { login } } });
  return body.user_resource !== '';
}
