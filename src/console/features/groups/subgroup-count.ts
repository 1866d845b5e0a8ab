import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { groupPath, type PartialGroup } from '../../../contract/groups/groups.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { subtree, type GroupModel } from './model.ts';
import { refreshTree, treeQuery, type LoadedGroups } from './queries.ts';

/** What is below a group, as far as that is known. */
export interface Below {
  /** Ids of the groups below it that are loaded. */
  ids: readonly number[];
  /** How many there are; a minimum unless `exact`. */
  count: number;
  exact: boolean;
}

/** Whether all groups are here and up to date, on their way, or couldn't all be loaded. */
export type TreeState = 'whole' | 'loading' | 'part';

const fields = 'group_resource,parent_resource';

/**
 * How many groups are directly below one, as the service says now (extension): at least so many, and none only where
 * there are none. Null where the service doesn't say.
 */
export function directQuery(queryClient: QueryClient, id: number) {
  return queryOptions({
    queryKey: ['groups', 'direct', id],
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }): Promise<number | null> => {
      const direct = await askDirect(id, signal);
      const tree = queryClient.getQueryData(treeQuery(queryClient).queryKey);
      // Somebody else has created or deleted groups since the tree was loaded.
      if (direct !== null && tree?.complete && isOutdated(tree, id, direct)) void refreshTree(queryClient);
      return direct;
    },
  });
}

async function askDirect(id: number, signal: AbortSignal): Promise<number | null> {
  try {
    const { body } = await call(groupsEndpoints.listSubGroups, {
      params: { id },
      query: { limit: 1, fields },
      signal,
    });
    return directIn(body, id);
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null;
    throw error;
  }
}

/** What a response says of the groups directly below one; null where it is about something else. */
export function directIn(body: unknown, id: number): number | null {
  const { rows, data } = Object(body) as { rows?: unknown; data?: unknown };
  if (typeof rows !== 'number' || !Array.isArray(data)) return null;
  const isBelow = (record: PartialGroup) => (record.parent_resource ?? groupPath(id)) === groupPath(id);
  return data.every(isBelow) ? Math.max(rows, data.length) : null;
}

function isOutdated({ model }: LoadedGroups, id: number, direct: number): boolean {
  const loaded = model.children.get(id)?.length ?? 0;
  // Fewer may be a count of the page alone; none is none.
  return direct > loaded || (direct === 0 && loaded > 0);
}

/**
 * Puts together what the tree and the service say.
 * @param direct what the service says of the groups directly below: null where it doesn't, undefined until it does
 * @returns undefined while nothing is known
 */
export function belowOf(
  model: GroupModel,
  id: number,
  direct: number | null | undefined,
  tree: TreeState,
): Below | undefined {
  const ids = subtree(model, id);
  const loaded = model.children.get(id)?.length ?? 0;
  if (direct === undefined) return undefined;
  if (direct === null) {
    if (ids.length === 0 && tree === 'loading') return undefined;
    return { ids, count: ids.length, exact: tree === 'whole' };
  }
  if (direct === 0 && ids.length === 0) return { ids, count: 0, exact: true };
  return { ids, count: Math.max(ids.length, direct), exact: tree === 'whole' && direct <= loaded };
}

/** Whether there is proof that a group has none below it: then nothing else goes when it is deleted. */
export function isLeaf(below: Below | undefined): boolean {
  return below !== undefined && below.exact && below.count === 0;
}

/** Asks again, right before deleting: the service may have moved on. @throws ApiError when it can't be asked */
export async function isLeafNow(queryClient: QueryClient, id: number): Promise<boolean> {
  const direct = await queryClient.fetchQuery(directQuery(queryClient, id));
  if (direct !== null) return direct === 0;
  const { model, complete } = await queryClient.fetchQuery({ ...treeQuery(queryClient), staleTime: 0 });
  return complete && !model.children.has(id);
}
