import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { filterGroups } from './filter.ts';
import { pathTo } from '../model.ts';
import { treeQuery } from '../queries.ts';
import { useGoToGroup } from '../use-go-to-group.ts';
import { isolate } from '../../../lib/text.ts';

const maxFound = 20;

/** A search result that opens the group. */
interface FoundGroup {
  id: string;
  label: string;
  description: string;
  run(): void;
}

interface FindGroupsProps {
  children(groups: { find(text: string): FoundGroup[]; loading: boolean }): ReactNode;
}

/** Finds groups by text, loading them if no page has yet. */
export function FindGroups({ children }: FindGroupsProps) {
  const queryClient = useQueryClient();
  const { data, isFetching } = useQuery(treeQuery(queryClient));
  const goTo = useGoToGroup();
  const find = (text: string): FoundGroup[] => {
    const model = data?.model;
    const hits = model && filterGroups(model, text)?.firstHits(maxFound);
    if (!model || !hits) return [];
    return hits.map((id) => ({
      id: `group-${id}`,
      label: model.groups.get(id)?.name ?? '',
      description: pathTo(model, id)
        .slice(0, -1)
        .map((above) => isolate(model.groups.get(above)?.name ?? ''))
        .join(' › '),
      run: () => goTo(id),
    }));
  };
  return children({ find, loading: isFetching && !data?.complete });
}
