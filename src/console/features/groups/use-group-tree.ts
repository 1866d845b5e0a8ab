import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { decodeExpansion, defaultExpansion, encodeExpansion, withOpen, type Expansion } from './expansion.ts';
import { filterGroups } from './filter.ts';
import { pathTo, type GroupModel } from './model.ts';
import { visibleRows } from './rows.ts';

/** The tree as the address says it: selection, expansion and filter all live there. */
export function useGroupTree(model: GroupModel) {
  const navigate = useNavigate();
  const { q = '', open } = useSearch({ from: '/_app/groups' });
  const { groupId } = useParams({ strict: false });
  const selected = groupId === undefined ? undefined : Number(groupId);
  const filterText = useDeferredValue(q);

  const expansion = useMemo<Expansion>(() => {
    const said = open === undefined ? defaultExpansion(model) : decodeExpansion(open);
    // Following a link to a group opens what is above it, unless the address says what is open.
    return open === undefined && selected !== undefined
      ? withOpen(said, pathTo(model, selected).slice(0, -1), true)
      : said;
  }, [model, open, selected]);
  const filter = useMemo(() => filterGroups(model, filterText), [model, filterText]);
  const rows = useMemo(() => visibleRows(model, expansion, filter), [model, expansion, filter]);

  const setOpen = useCallback(
    (ids: Iterable<number>, value: boolean) => {
      const next = encodeExpansion(withOpen(expansion, ids, value));
      void navigate({ to: '.', search: (old) => ({ ...old, open: next }), replace: true });
    },
    [expansion, navigate],
  );
  const setAllOpen = useCallback(
    (value: boolean) => {
      const next = encodeExpansion(value ? { all: true, ids: new Set() } : defaultExpansion(model));
      void navigate({ to: '.', search: (old) => ({ ...old, open: next }), replace: true });
    },
    [model, navigate],
  );
  const setFilter = useCallback(
    (text: string) => {
      void navigate({ to: '.', search: (old) => ({ ...old, q: text || undefined }), replace: true });
    },
    [navigate],
  );
  const select = useCallback(
    (id: number, parent = model.groups.get(id)?.parent) => {
      // What is above the group is opened with it, so that the tree shows what the address names.
      const above = parent === undefined ? [] : pathTo(model, parent);
      const next = encodeExpansion(withOpen(expansion, above, true));
      void navigate({
        to: '/groups/$groupId',
        params: { groupId: String(id) },
        search: (old) => ({ ...old, open: next }),
      });
    },
    [expansion, model, navigate],
  );
  return { rows, filter, filterText: q, selected, setOpen, setAllOpen, setFilter, select };
}
