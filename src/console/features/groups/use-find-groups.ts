import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { filterGroups } from './filter.ts';
import { pathTo } from './model.ts';
import { treeQuery } from './queries.ts';

const most = 20;

/** Finds groups by text among those that are loaded, each with the way to go there. */
export function useFindGroups() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    (text: string) => {
      const model = queryClient.getQueryData(treeQuery(queryClient).queryKey)?.model;
      const hits = model && filterGroups(model, text)?.firstHits(most);
      if (!model || !hits) return [];
      return hits.map((id) => ({
        id: `group-${id}`,
        label: model.groups.get(id)?.name ?? '',
        description: pathTo(model, id)
          .slice(0, -1)
          .map((above) => model.groups.get(above)?.name)
          .join(' › '),
        run: () =>
          void navigate({ to: '/groups/$groupId', params: { groupId: String(id) }, search: (old) => old }),
      }));
    },
    [queryClient, navigate],
  );
}
