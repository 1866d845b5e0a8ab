import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isNotOffered } from '../../../api/errors.ts';
import type { MetadataPreview } from '../../../../contract/oidc/metadata.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import { metadataQuery } from '../../../data/oidc/metadata.ts';

/** The provider metadata fetched on this page. */
export interface Metadata {
  /** The last result. */
  preview: MetadataPreview | undefined;
  fetching: boolean;
  /** Why fetching failed. */
  problem: string | undefined;
  /** The gateway doesn't offer the fetch. */
  absent: boolean;
  /** Resolves to the result; undefined if fetching failed. */
  fetch(url: string): Promise<MetadataPreview | undefined>;
}

/** Fetches metadata through the gateway, on request. */
export function useMetadata(): Metadata {
  const queryClient = useQueryClient();
  const [preview, setPreview] = useState<MetadataPreview>();
  const [fetching, setFetching] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [absent, setAbsent] = useState(false);
  return {
    preview,
    fetching,
    problem,
    absent,
    fetch: async (url) => {
      setFetching(true);
      setProblem(undefined);
      try {
        const fetched = await queryClient.fetchQuery(metadataQuery(url));
        setPreview(fetched);
        return fetched;
      } catch (error) {
        if (isNotOffered(error)) setAbsent(true);
        else setProblem(sentenceOf(error));
        setPreview(undefined);
        return undefined;
      } finally {
        setFetching(false);
      }
    },
  };
}
