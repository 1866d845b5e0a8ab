import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListState } from '../ui/data-table/list-state.ts';

/**
 * A list's state in the page's address, and a function to change it. The route's search schema contains `listSearch` and
 * the filters' IDs.
 */
export function useListState(
  filters: readonly { id: string }[] = [],
  initial: ListState = {},
): [ListState, (state: ListState) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const ids = ['q', 'sort', ...filters.map(({ id }) => id)];
  const texts = ids.flatMap((id) => (typeof search[id] === 'string' ? [[id, search[id]] as const] : []));
  const key = JSON.stringify({ ...initial, ...Object.fromEntries(texts) });
  // The same object until the address changes, so that a list isn't sorted again.
  const state = useMemo(() => JSON.parse(key) as ListState, [key]);
  const onState = (next: ListState) => {
    // What's initial needn't be in the address.
    const changed = Object.fromEntries(
      ids.map((id) => [id, next[id] === initial[id] ? undefined : next[id] || undefined]),
    );
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) => ({ ...old, ...changed }),
      replace: true,
      // Results are shown from the top: the router would restore the scroll position.
      resetScroll: false,
    });
  };
  return [state, onState];
}
