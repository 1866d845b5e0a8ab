import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  countSubgroups,
  directSubgroupsQuery,
  type SubgroupCount,
  type TreeState,
} from './subgroup-count.ts';
import type { GroupModel } from './model.ts';
import { treeQuery } from './queries.ts';

/** Counts a group's subgroups before a delete, with fresh data. Undefined until the count is known. */
export function useSubgroupCount(model: GroupModel, id: number): SubgroupCount | undefined {
  const queryClient = useQueryClient();
  const { data: direct, isError } = useQuery(directSubgroupsQuery(queryClient, id));
  // Refetched if it's stale.
  const { data, fetchStatus, isError: failed } = useQuery(treeQuery(queryClient));
  const tree: TreeState =
    fetchStatus === 'fetching'
      ? 'loading'
      : data?.complete && fetchStatus === 'idle' && !failed
        ? 'complete'
        : 'partial';
  return countSubgroups(model, id, isError ? null : direct, tree);
}
