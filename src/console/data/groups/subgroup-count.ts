import { useQuery, queryOptions } from '@tanstack/react-query';
import { type GroupModel, subtree } from './model.ts';
import { treeQuery, refreshTree } from './queries.ts';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { call } from '../../api/exchange.ts';
import { isNotOffered } from '../../../client/errors.ts';
import { ifAsked } from '../../api/retries.ts';
import { queryClient } from '../../query-client.ts';

/** A group's descendants, as far as they are known. */
export interface SubgroupCount {
  /** Ids of the descendants that are loaded. */
  ids: readonly number[];
  /** The number of descendants; a minimum unless `exact`. */
  count: number;
  exact: boolean;
}

/** Whether the tree is complete and up to date, still loading, or couldn't be loaded completely. */
export type TreeState = 'complete' | 'loading' | 'partial';

const fields = 'group_resource,parent_resource';

/** The number of direct subgroups according to the service (extension). Null if the service doesn't offer it. */
function directSubgroupsQuery(id: number) {
  return queryOptions({
    queryKey: ['groups', 'direct', id],
    staleTime: 0,
    gcTime: 0,
    ...ifAsked,
    queryFn: async ({ signal }): Promise<number | null> => {
      const input = { params: { id }, query: { limit: 1, fields }, signal };
      try {
        const direct = (await call(groupsEndpoints.listSubGroups, input)).body.rows;
        const tree = queryClient.getQueryData(treeQuery.queryKey);
        // Someone else has created or deleted groups since the tree was loaded.
        if (tree?.complete && direct !== tree.model.childCount(id)) void refreshTree();
        return direct;
      } catch (error) {
        if (isNotOffered(error)) return null;
        throw error;
      }
    },
  });
}

/**
 * Combines the tree with the service's count.
 * @param direct the service's count of direct subgroups: null if it doesn't report one, undefined until it responds
 * @returns undefined until the count is known
 */
export function countSubgroups(
  model: GroupModel,
  id: number,
  direct: number | null | undefined,
  tree: TreeState,
): SubgroupCount | undefined {
  const ids = subtree(model, id);
  const loaded = model.childCount(id);
  if (direct === undefined) return undefined;
  if (direct === null) {
    if (ids.length === 0 && tree === 'loading') return undefined;
    return { ids, count: ids.length, exact: tree === 'complete' };
  }
  if (direct === 0 && ids.length === 0) return { ids, count: 0, exact: true };
  return { ids, count: Math.max(ids.length, direct), exact: tree === 'complete' && direct <= loaded };
}

/** Whether a group is known to have no subgroups, so that deleting it deletes nothing else. */
export function isLeaf(below: SubgroupCount | undefined): boolean {
  return below !== undefined && below.exact && below.count === 0;
}

/** Checks again right before deleting, because groups may have been created since. @throws ApiError */
export async function isLeafNow(id: number): Promise<boolean> {
  const direct = await queryClient.fetchQuery(directSubgroupsQuery(id));
  if (direct !== null) return direct === 0;
  const { model, complete } = await queryClient.fetchQuery({ ...treeQuery, staleTime: 0 });
  return complete && model.childCount(id) === 0;
}

/** Counts a group's subgroups before a delete, with fresh data. Undefined until the count is known. */
export function useSubgroupCount(model: GroupModel, id: number): SubgroupCount | undefined {
  const { data: direct, isError } = useQuery(directSubgroupsQuery(id));
  // Refetched if it's stale.
  const { data, fetchStatus, isError: failed } = useQuery(treeQuery);
  const tree: TreeState =
    fetchStatus === 'fetching'
      ? 'loading'
      : data?.complete && fetchStatus === 'idle' && !failed
        ? 'complete'
        : 'partial';
  return countSubgroups(model, id, isError ? null : direct, tree);
}
