import { useLocation, useParams, useSearch } from '@tanstack/react-router';

/** What the address says of the tree: selection, expansion and filter. On other pages nothing. */
export function useTreeAddress() {
  const { q = '', open } = useSearch({ strict: false });
  const { groupId } = useParams({ strict: false });
  const wholeExpansion = useLocation({ select: ({ state }) => state.wholeExpansion });
  return { q, open, wholeExpansion, selected: groupId === undefined ? undefined : Number(groupId) };
}
