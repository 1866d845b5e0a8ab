import { useQuery } from '@tanstack/react-query';
import { isStatus } from '../../../client/errors.ts';
import { filterGroups, type FilterResult } from './filter.ts';
import { ancestorNames, type GroupModel } from './model.ts';
import { treeQuery } from './queries.ts';
import { searchText } from '../../../contract/search.ts';

const maxFound = 20;
/** A group found by text. */
export interface FoundGroup {
  id: number;
  name: string;
  /** The ancestors' names: "EMEA › Acme". */
  place: string;
}

/** Finds groups by text, loading them if no page has yet. */
export function useGroupSearch() {
  const { data, error, isFetching } = useQuery(treeQuery);
  const find = (text: string): FoundGroup[] => {
    const model = data?.model;
    const filter = model && filterGroups(model, text);
    if (!model || !filter) return [];
    return bestHits(model, filter, text, maxFound).map((id) => ({
      id,
      name: model.get(id)?.name ?? '',
      place: ancestorNames(model, id).join(' › '),
    }));
  };
  return {
    find,
    /** Whether there may be more, because groups are still being loaded. */
    loading: isFetching && !data?.complete,
    /** Whether groups that the user can read couldn't be loaded. */
    failed: error !== null && !isStatus(error, 403),
  };
}

/**
 * A filter's best hits: groups whose name is the text, then those whose name begins with it, then the others. Otherwise
 * the groups of a branch, which match its name through their description or path, could hide the branch itself.
 * @param text the text that was filtered by
 * @param most how many to return
 */
export function bestHits(model: GroupModel, filter: FilterResult, text: string, most: number): number[] {
  const query = searchText(text).split(/[/›>]/).at(-1)?.trim() ?? '';
  const rankOf = (id: number) => {
    const name = searchText(model.get(id)?.name ?? '');
    if (!name.startsWith(query)) return 2;
    return name.length === query.length ? 0 : 1;
  };
  return [...filter.hits].toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, most);
}
