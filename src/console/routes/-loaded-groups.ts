import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { groupIdOf, groupPath } from '../../contract/groups/groups.ts';
import type { KnownGroup, LoadedGroupDirectory } from '../features/access/group-directory.ts';
import { filterGroups } from '../features/groups/tree/filter.ts';
import type { TreeGroup } from '../features/groups/model.ts';
import { treeQuery } from '../features/groups/queries.ts';
import { useWantedGroups } from './-wanted-groups.ts';

const foundMost = 50;
/** How many hits are put in order; the first ones are enough. */
const rankedMost = 1000;

/**
 * Groups for pages that only name and choose them; none where they may not be read. Few are named: all are loaded
 * where one is to be chosen, or where the service does not tell of few.
 */
export function useLoadedGroups(): LoadedGroupDirectory {
  const queryClient = useQueryClient();
  const [choosing, setChoosing] = useState(false);
  const { get: getWanted, want, unfit } = useWantedGroups();
  const all = choosing || unfit;
  const { data, isFetching } = useQuery({ ...treeQuery(queryClient), enabled: all });
  const loading = all && isFetching && !data?.complete;
  return useMemo(() => {
    const groups = data?.model.groups ?? new Map<number, TreeGroup>();
    const known = (group: TreeGroup): KnownGroup => ({
      path: groupPath(group.id),
      name: group.name,
      parent: group.parent === undefined ? undefined : groupPath(group.parent),
    });
    return {
      get: (path) => {
        if (!all) want(path);
        const group = groups.get(groupIdOf(path) ?? -1);
        return getWanted(path) ?? (group && known(group));
      },
      find: (text) => {
        if (!all || !data) return [];
        const filter = filterGroups(data.model, text);
        const ids = filter?.firstHits(rankedMost) ?? [...groups.keys()].slice(0, foundMost);
        const found = ids.flatMap((id) => groups.get(id) ?? []).map(known);
        const wanted = text.trim().toLocaleLowerCase();
        return found.toSorted((a, b) => rank(a, wanted) - rank(b, wanted)).slice(0, foundMost);
      },
      wantAll: () => setChoosing(true),
      loading,
    };
  }, [data, all, loading, getWanted, want]);
}

/** The name itself before names that begin with the text, and both before whatever contains it. */
function rank({ name }: KnownGroup, wanted: string): number {
  const folded = name.toLocaleLowerCase();
  if (folded === wanted) return 0;
  return folded.startsWith(wanted) ? 1 : 2;
}
