import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ChangeListState, ListState } from '../ui/data-table/list-state.ts';
import { useNavigateHere } from './use-navigate-here.ts';

/**
 * A list's state in the page's address, and a function to change it. The route's search schema contains `listSearch` and
 * the filters' IDs.
 */
export function useListState(
  filters: readonly { id: string }[] = [],
  initial: ListState = {},
): [ListState, ChangeListState] {
  const navigate = useNavigateHere();
  const ids = ['q', 'sort', ...filters.map(({ id }) => id)];
  const stateIn = (search: Record<string, unknown>): ListState => ({
    ...initial,
    ...Object.fromEntries(ids.flatMap((id) => (typeof search[id] === 'string' ? [[id, search[id]]] : []))),
  });
  const key = JSON.stringify(stateIn(useSearch({ strict: false })));
  // The same object until the address changes, so that a list isn't sorted again.
  const state = useMemo(() => JSON.parse(key) as ListState, [key]);
  const onState: ChangeListState = (change) => {
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) => {
        const next = change(stateIn(old));
        // What's initial needn't be in the address.
        const texts = ids.map((id) => [id, next[id] === initial[id] ? undefined : next[id] || undefined]);
        return { ...old, ...Object.fromEntries(texts) };
      },
      replace: true,
      // Results are shown from the top: the router would restore the scroll position.
      resetScroll: false,
    });
  };
  return [state, onState];
}
