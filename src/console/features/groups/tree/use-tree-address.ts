import { useLocation, useParams, useSearch } from '@tanstack/react-router';

/** What the address says of the tree: selection, expansion and filter. On other pages nothing. */
export function useTreeAddress() {
  const search = useSearch({ strict: false });
  const { groupId } = useParams({ strict: false });
  const wholeExpansion = useLocation({ select: ({ state }) => state.wholeExpansion });
  return {
    q: textOf(search.q) ?? '',
    open: textOf(search.open),
    /** Hits of the filter as a list rather than in their place. */
    flat: search.flat === true,
    wholeExpansion,
    selected: groupId === undefined ? undefined : Number(groupId),
  };
}

/** Outside the groups' own route nothing has checked the parameter, and the router reads `0` as a number. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
