import { queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { type PartialGroup, groupIdOf } from '../../../contract/groups/groups.ts';
import { loadList } from '../../api/exchange.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { limits } from '../../../contract/limits.ts';
import { queryClient } from '../../query-client.ts';

/** With more requests than this, loading the whole tree is faster. */
const maxBatches = 100;

/** How long to collect groups before they're requested together: rows appear one by one while a list scrolls. */
const collectMilliseconds = 100;

/** A group's name and place in the tree. */
export interface NamedGroup {
  path: string;
  name: string;
  /** The parent's path; undefined at the top or if unknown. */
  parent: string | undefined;
}

/** Loads the groups that a page names, with their ancestors, and no others. */
export function useNamedGroups() {
  const [batches, setBatches] = useState<readonly string[][]>([]);
  const requested = useRef(new Set<string>());
  const pending = useRef<string[]>([]);
  const isMounted = useRef(false);
  const load = useCallback(() => {
    const paths = pending.current;
    pending.current = [];
    if (paths.length > 0) setBatches((old) => [...old, ...inBatches(paths)]);
  }, []);
  useEffect(() => {
    isMounted.current = true;
    load();
  }, [load]);
  /** Requests a group; groups requested shortly after each other are loaded together. */
  const request = useCallback(
    (path: string) => {
      if (requested.current.has(path) || groupIdOf(path) === undefined) return;
      requested.current.add(path);
      pending.current.push(path);
      // State can't be set before, such as while the page is still suspended.
      if (isMounted.current && pending.current.length === 1) setTimeout(load, collectMilliseconds);
    },
    [load],
  );
  const { get, settled, answered } = useQueries({ queries: batches.map(ancestorsQuery), combine });
  /** Loads groups that aren't known yet. @returns whether they aren't too many */
  const loadNames = useCallback(
    async (paths: readonly string[]) => {
      const unknown = [...new Set(paths)].filter((path) => groupIdOf(path) !== undefined && !get(path));
      const further = inBatches(unknown);
      if (batches.length + further.length > maxBatches) return false;
      for (const batch of further) await queryClient.fetchQuery(ancestorsQuery(batch));
      for (const path of unknown) requested.current.add(path);
      flushSync(() => setBatches((old) => [...old, ...further]));
      return true;
    },
    [get, batches],
  );
  const isLoading = useCallback(
    (path: string) =>
      requested.current.has(path) && !batches.some((batch, index) => settled[index] && batch.includes(path)),
    [batches, settled],
  );
  const isMissing = useCallback(
    (path: string) => !get(path) && batches.some((batch, index) => answered[index] && batch.includes(path)),
    [get, batches, answered],
  );
  return { get, request, loadNames, isLoading, isMissing, tooMany: batches.length > maxBatches };
}

function inBatches(paths: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(paths.length / limits.lineages) }, (_, index) =>
    paths.slice(index * limits.lineages, (index + 1) * limits.lineages),
  );
}

function combine(results: UseQueryResult<readonly PartialGroup[]>[]) {
  const groups = new Map<string, PartialGroup>();
  for (const { data } of results) {
    for (const group of data ?? []) groups.set(group.group_resource ?? '', group);
  }
  const get = (path: string): NamedGroup | undefined => {
    const group = groups.get(path);
    // The parent of the topmost visible group is never returned.
    const parent = groups.has(group?.parent_resource ?? '') ? group?.parent_resource : undefined;
    return group && { path, name: group.name ?? path, parent };
  };
  return {
    get,
    settled: results.map(({ isPending }) => !isPending),
    answered: results.map(({ isSuccess }) => isSuccess),
  };
}

const fields = 'name,group_resource,parent_resource';

/** Groups with their ancestors, of a complete service. */
export function ancestorsQuery(paths: readonly string[]) {
  return queryOptions({
    queryKey: ['groups', 'ancestors', ...paths],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly PartialGroup[]> => {
      const input = { query: { lineage_of: paths.join(','), fields }, signal };
      return (
        await loadList(groupsEndpoints.listGroups, input, (group: PartialGroup) => group.group_resource)
      ).records;
    },
  });
}
