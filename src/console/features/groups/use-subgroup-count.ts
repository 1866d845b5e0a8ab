import { useQuery, useQueryClient } from '@tanstack/react-query';
import { belowOf, directQuery, type Below, type TreeState } from './subgroup-count.ts';
import type { GroupModel } from './model.ts';
import { treeQuery } from './queries.ts';

/** What is below a group, for somebody about to delete it: asked for anew. Undefined while nothing is known. */
export function useBelow(model: GroupModel, id: number): Below | undefined {
  const queryClient = useQueryClient();
  const { data: direct, isError } = useQuery(directQuery(queryClient, id));
  // Read again where it is too old to be counted on.
  const { data, fetchStatus, isError: failed } = useQuery(treeQuery(queryClient));
  const tree: TreeState =
    fetchStatus === 'fetching'
      ? 'loading'
      : data?.complete && fetchStatus === 'idle' && !failed
        ? 'whole'
        : 'part';
  return belowOf(model, id, isError ? null : direct, tree);
}
