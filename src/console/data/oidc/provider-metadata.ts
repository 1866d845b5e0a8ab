import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { metadataPreview } from '../../../contract/oidc/metadata.ts';
import { call } from '../../api/exchange.ts';

const getMetadata = endpoint('GET', '/-/oidc-metadata', 'The metadata that a provider publishes', {
  access: 'signed in',
  query: z.object({ url: z.string() }),
  responses: { 200: metadataPreview },
});

/** The metadata at a URL, fetched through the gateway. */
export function metadataQuery(url: string) {
  return queryOptions({
    queryKey: ['oidc-metadata', url],
    queryFn: async ({ signal }) => (await call(getMetadata, { query: { url }, signal })).body,
    retry: false,
    staleTime: 0,
  });
}
