import { useWatch } from '../../../data/oidc/watches.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { isNotOffered } from '../../../../client/errors.ts';
import { endpoint } from '../../../../contract/endpoint.ts';
import { metadataPreview, type MetadataPreview } from '../../../../contract/oidc/metadata.ts';
import { call } from '../../../api/exchange.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import type { FormValues } from '../../../data/oidc/fields.ts';
import { toForm } from '../../../data/oidc/form-values.ts';
import { useService } from '../../../data/service/use-service.ts';
import type { Editor } from './use-editor.ts';
import { queryClient } from '../../../query-client.ts';

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

export type Metadata = ReturnType<typeof useMetadata>;

/** Fetches the metadata of the form's provider through the gateway, on request. @param saved the provider as saved */
export function useMetadata(form: Pick<Editor['form'], 'watch' | 'getValues'>, saved?: OidcOp) {
  const [preview, setPreview] = useState<MetadataPreview>();
  const [pending, setPending] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const { offers } = useService();
  const source = sourceIn(form.watch());
  const isMoved = useWatch(saved)?.causes.includes('issuer_changed') === true;
  const { data: current } = useQuery({
    ...metadataQuery(saved ? sourceIn(toForm(saved)) : ''),
    staleTime: Infinity,
    enabled: isMoved && offers('provider metadata'),
  });
  return {
    /** The last result. */
    preview,
    /** That, or what the watch has noticed to differ. */
    latest: preview ?? current,
    /** Where to fetch it from: the metadata URL, or else the issuer; empty if the form has neither. */
    source,
    fetching: pending === source,
    problem,
    /** The gateway doesn't offer the fetch. */
    absent: !offers('provider metadata'),
    /** Resolves to the result; undefined if fetching failed, or the source has changed since. */
    fetch: async () => {
      // The form stays editable, and another provider's metadata must not fill it.
      const isOutdated = () => sourceIn(form.getValues()) !== source;
      setPending(source);
      setProblem(undefined);
      try {
        const fetched = await queryClient.fetchQuery(metadataQuery(source));
        if (isOutdated()) return undefined;
        setPreview(fetched);
        return fetched;
      } catch (error) {
        if (isOutdated()) return undefined;
        if (!isNotOffered(error)) setProblem(sentenceOf(error).replace(/^url: /, 'The URL '));
        setPreview(undefined);
        return undefined;
      } finally {
        setPending((latest) => (latest === source ? undefined : latest));
      }
    },
  };
}

function sourceIn({ metadata_url: url, issuer }: FormValues): string {
  return url.trim() || issuer.trim();
}
