import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MetadataPreview } from '../../../../contract/oidc/metadata.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import { isAbsent, metadataQuery } from '../queries.ts';

/** What is known of the metadata that the provider publishes. */
export interface Metadata {
  /** As last fetched on this page. */
  preview: MetadataPreview | undefined;
  fetching: boolean;
  /** Why it could not be fetched. */
  problem: string | undefined;
  /** The gateway has no such fetch. */
  absent: boolean;
  fetch(url: string): Promise<void>;
}

/** Fetches metadata through the gateway, when asked to. */
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
        setPreview(await queryClient.fetchQuery(metadataQuery(url)));
      } catch (error) {
        if (isAbsent(error)) setAbsent(true);
        else setProblem(sentenceOf(error));
        setPreview(undefined);
      } finally {
        setFetching(false);
      }
    },
  };
}
