import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { isNotOffered } from '../../../api/errors.ts';
import type { MetadataPreview } from '../../../../contract/oidc/metadata.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import type { FormValues } from '../../../data/oidc/fields.ts';
import { metadataQuery } from '../../../data/oidc/metadata.ts';

/** The provider metadata fetched on this page. */
export interface Metadata {
  /** The last result. */
  preview: MetadataPreview | undefined;
  /** Where to fetch it from: the metadata URL, or else the issuer; empty if the form has neither. */
  source: string;
  /** Whether it's being fetched from there. */
  fetching: boolean;
  /** Why fetching failed. */
  problem: string | undefined;
  /** The gateway doesn't offer the fetch. */
  absent: boolean;
  /** Resolves to the result; undefined if fetching failed, or the source has changed since. */
  fetch(): Promise<MetadataPreview | undefined>;
}

/** Fetches the metadata of the form's provider through the gateway, on request. */
export function useMetadata(form: UseFormReturn<FormValues>): Metadata {
  const queryClient = useQueryClient();
  const [preview, setPreview] = useState<MetadataPreview>();
  const [pending, setPending] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [absent, setAbsent] = useState(false);
  const source = sourceIn(form.watch());
  return {
    preview,
    source,
    fetching: pending === source,
    problem,
    absent,
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
        if (isNotOffered(error)) setAbsent(true);
        else setProblem(sentenceOf(error));
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
