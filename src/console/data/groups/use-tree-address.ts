import { useLocation, useParams, useSearch } from '@tanstack/react-router';
import { groupIdOf } from '../../../contract/groups/groups.ts';

/** The tree's state in the URL: selection, expansion and filter. Empty on other pages. */
export function useTreeAddress() {
  const search = useSearch({ strict: false });
  const { groupId } = useParams({ strict: false });
  const wholeExpansion = useLocation({ select: ({ state }) => state.wholeExpansion });
  return {
    q: textOf(search.q) ?? '',
    open: textOf(search.open),
    /** Whether hits are shown as a flat list. */
    flat: search.flat === true,
    wholeExpansion,
    /** NaN if the address names no group. */
    selected: groupId === undefined ? undefined : (groupIdOf(`/groups/${groupId}`) ?? Number.NaN),
  };
}

/** Outside the groups route, parameters aren't validated, and the router parses `0` as a number. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
