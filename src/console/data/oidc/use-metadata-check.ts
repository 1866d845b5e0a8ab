import { useState } from 'react';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import { inParallel } from '../../ui/bulk/in-parallel.ts';
import { useStop } from '../../ui/bulk/use-stop.ts';
import { fetchFailure, type MetadataFetch, metadataQuery } from './metadata-state.ts';
import { queryClient } from '../../query-client.ts';

/** Most providers fetched from at the same time. */
const maxConcurrent = 4;

/**
 * Fetches the published metadata of every provider on demand, from a few at a time; results stay until the next check.
 * @returns `fetches` by metadata URL, and when the last check finished
 */
export function useMetadataCheck() {
  const [fetches, setFetches] = useState<ReadonlyMap<string, MetadataFetch>>(new Map());
  const [running, setRunning] = useState(false);
  const [at, setAt] = useState<Date>();
  const { isStopped } = useStop();

  const run = async (ops: readonly OidcOp[], maxAge: number) => {
    const urls = [...new Set(ops.flatMap(({ metadata_url: url }) => url || []))];
    setRunning(true);
    setFetches(new Map(urls.map((url) => [url, { state: 'fetching' }])));
    const work = async (url: string) => {
      const fetched: MetadataFetch = await queryClient
        .fetchQuery({ ...metadataQuery(url), staleTime: maxAge })
        .then((preview): MetadataFetch => ({ state: 'fetched', preview }), fetchFailure);
      setFetches((before) => new Map(before).set(url, fetched));
    };
    await inParallel(urls, maxConcurrent, work, isStopped);
    setRunning(false);
    setAt(new Date());
  };
  return {
    fetches,
    running,
    at,
    /** @param maxAge how old a result may be to be used again, in milliseconds */
    run: (ops: readonly OidcOp[], maxAge = 0) => void run(ops, maxAge),
  };
}
