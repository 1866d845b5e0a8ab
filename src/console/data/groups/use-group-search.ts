import { useQuery } from '@tanstack/react-query';
import { isStatus } from '../../../client/errors.ts';
import { bestMatches } from './filter.ts';
import { ancestorNames } from './model.ts';
import { treeQuery } from './queries.ts';

const maxFound = 20;

/** Finds groups by text, loading them if no page has yet. */
export function useGroupSearch() {
  const { data, error, isFetching } = useQuery(treeQuery);
  return {
    /** The best matches, with the names of their ancestors: "EMEA › Acme". */
    find: (text: string) => {
      if (!data || text.trim() === '') return [];
      const place = (id: number) => ancestorNames(data.model, id).join(' › ');
      return bestMatches(data.model, text, maxFound).map(({ id, name }) => ({ id, name, place: place(id) }));
    },
    /** Whether there may be more, because groups are still being loaded. */
    loading: isFetching && !data?.complete,
    /** Whether groups that the user can read couldn't be loaded. */
    failed: error !== null && !isStatus(error, 403),
  };
}
