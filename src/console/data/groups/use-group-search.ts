import { useQuery, useQueryClient } from '@tanstack/react-query';
import { filterGroups } from './filter.ts';
import { ancestorNames } from './model.ts';
import { treeQuery } from './queries.ts';

const maxFound = 20;

/** A group found by text. */
export interface FoundGroup {
  id: number;
  name: string;
  /** The ancestors' names: "EMEA › Acme". */
  place: string;
}

/** Finds groups by text, loading them if no page has yet; `loading` while there may be more. */
export function useGroupSearch(): { find(text: string): FoundGroup[]; loading: boolean } {
  const queryClient = useQueryClient();
  const { data, isFetching } = useQuery(treeQuery(queryClient));
  const find = (text: string): FoundGroup[] => {
    const model = data?.model;
    const hits = model && filterGroups(model, text)?.firstHits(maxFound);
    if (!model || !hits) return [];
    return hits.map((id) => ({
      id,
      name: model.get(id)?.name ?? '',
      place: ancestorNames(model, id).join(' › '),
    }));
  };
  return { find, loading: isFetching && !data?.complete };
}
