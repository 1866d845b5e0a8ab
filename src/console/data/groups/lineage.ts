import { queryOptions } from '@tanstack/react-query';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import type { PartialGroup } from '../../../contract/groups/groups.ts';
import { call } from '../service/call.ts';
import { pageSize } from '../service/lists.ts';

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
