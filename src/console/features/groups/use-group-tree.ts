import { useNavigate } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo } from 'react';
import {
  expansionAddress,
  currentExpansion,
  defaultExpansion,
  withOpen,
  type Expansion,
} from '../../data/groups/expansion.ts';
import { filterGroups } from '../../data/groups/filter.ts';
import type { GroupModel } from '../../data/groups/model.ts';
import { hitRows, visibleRows } from '../../data/groups/rows.ts';
import { useGoToGroup } from '../../data/groups/use-go-to-group.ts';
import { useTreeAddress } from '../../data/groups/use-tree-address.ts';

/** The tree's search parameters; undefined removes one. */
interface TreeSearch {
  open?: string | undefined;
  q?: string | undefined;
  flat?: boolean | undefined;
}

/** The tree's state, all of which is in the URL: selection, expansion and filter. */
export function useGroupTree(model: GroupModel) {
  const navigate = useNavigate();
  const { q, open, flat, wholeExpansion, selected } = useTreeAddress();
  const filterText = useDeferredValue(q);
  const select = useGoToGroup();

  const expansion = useMemo(
    () => currentExpansion(model, { open, wholeExpansion }, selected),
    [model, open, wholeExpansion, selected],
  );
  const filter = useMemo(() => filterGroups(model, filterText), [model, filterText]);
  const rows = useMemo(
    () => (flat && filter ? hitRows(model, filter) : visibleRows(model, expansion, filter)),
    [model, expansion, filter, flat],
  );

  /** Changes some search parameters, keeping the others. */
  const change = useCallback(
    (search: TreeSearch, state: object = {}) => {
      void navigate({
        to: '.',
        search: (old) => ({ ...old, ...search }),
        state: (old) => ({ ...old, ...state }),
        replace: true,
      });
    },
    [navigate],
  );
  const expand = useCallback(
    (expanded: Expansion) => {
      const { open: inAddress, wholeExpansion: whole } = expansionAddress(expanded);
      change({ open: inAddress }, { wholeExpansion: whole });
    },
    [change],
  );
  const setOpen = useCallback(
    (ids: Iterable<number>, value: boolean) => expand(withOpen(expansion, ids, value)),
    [expand, expansion],
  );
  const setAllOpen = useCallback(
    (value: boolean) => expand(value ? { all: true, ids: new Set() } : defaultExpansion(model)),
    [expand, model],
  );
  const setFilter = useCallback((text: string) => change({ q: text || undefined }), [change]);
  const setFlat = useCallback((value: boolean) => change({ flat: value || undefined }), [change]);
  return {
    rows,
    filter,
    filterText: q,
    /** The filter that produced the rows: briefly an older one in large trees. */
    appliedText: filterText,
    flat: flat && filter !== undefined,
    selected,
    setOpen,
    setAllOpen,
    setFilter,
    setFlat,
    select,
  };
}
