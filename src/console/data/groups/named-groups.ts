import { queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { type PartialGroup, groupIdOf } from '../../../contract/groups/groups.ts';
import { call } from '../service/call.ts';
import { pageSize } from '../../../client/lists.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { limits } from '../../../contract/limits.ts';
import { isInvalid } from '../../../client/errors.ts';
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
  const { get, unsupported, settled, answered } = useQueries({ queries: batches.map(lineageQuery), combine });
  /** Loads groups that aren't known yet. @returns whether the service can return them, and they aren't too many */
  const loadNames = useCallback(
    async (paths: readonly string[]) => {
      const unknown = [...new Set(paths)].filter((path) => groupIdOf(path) !== undefined && !get(path));
      const further = inBatches(unknown);
      if (batches.length + further.length > maxBatches) return false;
      for (const batch of further) {
        const groups = await queryClient.fetchQuery(lineageQuery(batch)).catch((error: unknown) => {
          if (isInvalid(error)) return null;
          throw error;
        });
        if (!groups) return false;
      }
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
  /** `insufficient` if the service can't return single groups, or there are too many. */
  const insufficient = unsupported || batches.length > maxBatches;
  return { get, request, loadNames, isLoading, isMissing, insufficient };
}

function inBatches(paths: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(paths.length / limits.lineages) }, (_, index) =>
    paths.slice(index * limits.lineages, (index + 1) * limits.lineages),
  );
}

function combine(results: UseQueryResult<readonly PartialGroup[] | null>[]) {
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
  // A service may reject parameters that it doesn't know.
  const unsupported = results.some(({ data, error }) => data === null || isInvalid(error));
  return {
    get,
    unsupported,
    settled: results.map(({ isPending }) => !isPending),
    answered: results.map(({ data }) => Array.isArray(data)),
  };
}

const fields = 'name,group_resource,parent_resource';

/** Groups with their ancestors; null if the service ignores `lineage_of`. */
export function lineageQuery(paths: readonly string[]) {
  return queryOptions({
    queryKey: ['groups', 'lineage', ...paths],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly PartialGroup[] | null> => {
      const query = { lineage_of: paths.join(','), limit: pageSize, fields };
      const { body } = await call(groupsEndpoints.listGroups, { query, signal });
      return body.rows <= body.data.length && isLineage(body.data, paths) ? body.data : null;
    },
  });
}

/** Whether a response holds only these groups and their ancestors. */
export function isLineage(groups: readonly PartialGroup[], paths: readonly string[]): boolean {
  const parents = new Map(groups.map((group) => [group.group_resource, group.parent_resource]));
  const expected = new Set<string | undefined>();
  for (const path of paths) {
    for (let at: string | undefined = path; at && !expected.has(at); at = parents.get(at)) expected.add(at);
  }
  return groups.every((group) => expected.has(group.group_resource));
}
