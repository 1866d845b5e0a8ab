import { queryOptions, useQuery } from '@tanstack/react-query';
import { oidcOpsEndpoints } from '../../../contract/endpoints/oidc-ops.ts';
import { watchCauses } from '../../../contract/oidc/sign-in-causes.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import type { ListedWatch, Watch, WatchUpdate } from '../../../contract/oidc/watch.ts';
import { useService } from '../service/use-service.ts';
import { isPolled, polled } from '../../api/retries.ts';
import { queryClient } from '../../query-client.ts';
import { call } from '../../api/exchange.ts';

/** What the service knows about each provider, by the provider's path. The one source of their states on every page. */
export const watchesQuery = queryOptions({
  queryKey: ['oidc-ops', 'watches'],
  queryFn: async ({ signal, meta }): Promise<ReadonlyMap<string, ListedWatch>> => {
    const isPolling = isPolled(meta);
    const { body } = await call(oidcOpsEndpoints.listWatches, { signal, isPolling });
    return new Map(body.data.map((listed) => [listed.oidc_op_resource, listed]));
  },
});

/** What's known about providers, kept up to date; undefined if it isn't known, or the service doesn't watch them. */
export function useWatches(mayRead = true): ReadonlyMap<string, ListedWatch> | undefined {
  const { complete } = useService();
  const { data } = useQuery({ ...watchesQuery, ...polled, enabled: complete && mayRead });
  return complete ? data : undefined;
}

/** What's known about a saved provider, as in `useWatches`; undefined for a new one. */
export function useWatch(op: Pick<OidcOp, 'resource'> | undefined): ListedWatch | undefined {
  const watches = useWatches(op !== undefined);
  return op && watches?.get(op.resource);
}

function show(id: number, watch: Watch) {
  const path = `/oidc_ops/${id}`;
  queryClient.setQueryData(watchesQuery.queryKey, (all) => {
    const listed = all?.get(path);
    return listed && new Map(all).set(path, { ...listed, ...watch });
  });
}

/** Has the service look at a provider now. @throws ApiError */
export async function lookNow(id: number): Promise<void> {
  show(id, (await call(oidcOpsEndpoints.lookNow, { params: { id } })).body);
}

/** Changes what the watch of a provider does. @throws ApiError */
export async function updateWatch(id: number, data: WatchUpdate): Promise<void> {
  show(id, (await call(oidcOpsEndpoints.updateWatch, { params: { id }, body: { data } })).body);
}

export const stateWords = { works: 'Works', broken: 'Broken', unknown: 'Unknown' } as const;

/** What's wrong or will be, in a few words each: "No usable signing keys, TLS certificate ends". */
export const causesText = ({ causes }: Watch) => causes.map((cause) => watchCauses[cause].reason).join(', ');

/** A provider's state for a CSV file: "Broken since 2026-01-31T12:00:00Z: No usable signing keys". */
export function watchText(watch: Watch | undefined): string {
  if (!watch) return '';
  const causes = causesText(watch);
  return `${stateWords[watch.state]} since ${watch.since}${causes && `: ${causes}`}`;
}
