import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import {
  expansionAddress,
  currentExpansion,
  defaultExpansion,
  withOpen,
  type Expansion,
} from '../../data/groups/expansion.ts';
import { filterInSlices, type FilterResult } from '../../data/groups/filter.ts';
import type { GroupModel } from '../../data/groups/model.ts';
import { hitRows, visibleRows } from '../../data/groups/rows.ts';
import { useGoToGroup } from '../../data/groups/use-go-to-group.ts';
import { useTreeAddress } from '../../data/groups/use-tree-address.ts';
import type { Sliced } from '../../lib/slices/slices.ts';
import { useSliced } from '../../lib/slices/use-sliced.ts';
import { noRows, type TreeRows } from '../../ui/tree-view/tree-row.ts';
import { isPending, pendingAfter, type PendingExpansion } from './pending-expansion.ts';

/** The tree's search parameters; undefined removes one. */
interface TreeSearch {
  open?: string | undefined;
  q?: string | undefined;
  flat?: boolean | undefined;
}

/** What the tree shows. In large trees, it's briefly older than the URL. */
export interface View {
  model: GroupModel;
  rows: TreeRows;
  filter: FilterResult | undefined;
  /** The text of the filter. */
  text: string;
  /** Whether the rows are a flat list of hits. */
  flat: boolean;
}

function* viewOf(model: GroupModel, expansion: Expansion, text: string, flat: boolean): Sliced<View> {
  const filter = yield* filterInSlices(model, text);
  const rows = flat && filter ? yield* hitRows(model, filter) : yield* visibleRows(model, expansion, filter);
  return { model, rows, filter, text, flat: flat && filter !== undefined };
}

/** The tree's state, all of which is in the URL: selection, expansion and filter. */
export function useGroupTree(model: GroupModel) {
  const navigate = useNavigate();
  const address = useTreeAddress();
  const { q, open, flat, wholeExpansion, selected } = address;
  const goTo = useGoToGroup();

  const inAddress = useMemo(
    () => currentExpansion(model, { open, wholeExpansion }, selected),
    [model, open, wholeExpansion, selected],
  );
  const [pending, setPending] = useState<PendingExpansion>();
  if (pending && !isPending(pending, address)) setPending(undefined);
  const expansion = pending?.expansion ?? inAddress;
  const start = useCallback(() => viewOf(model, expansion, q, flat), [model, expansion, q, flat]);
  const { result, settle } = useSliced(start);
  const view = result ?? { model, rows: noRows, filter: undefined, text: q, flat };

  /** Changes some search parameters, keeping the others. */
  const change = (search: TreeSearch, state: object = {}) =>
    void navigate({
      to: '.',
      search: (old) => ({ ...old, ...search }),
      state: (old) => ({ ...old, ...state }),
      replace: true,
    });
  const expand = (expanded: Expansion) => {
    setPending(pendingAfter(pending, address, expanded));
    const { open: ids, wholeExpansion: whole } = expansionAddress(expanded);
    change({ open: ids }, { wholeExpansion: whole });
  };
  return {
    view,
    /** Makes the view current. */
    settle,
    filterText: q,
    selected,
    setOpen: (ids: Iterable<number>, value: boolean) => expand(withOpen(expansion, ids, value)),
    setAllOpen: (value: boolean) => expand(value ? { all: true, ids: new Set() } : defaultExpansion(model)),
    setFilter: (text: string) => change({ q: text || undefined }),
    setFlat: (value: boolean) => change({ flat: value || undefined }),
    select: (id: number) => goTo(id, expansion),
  };
}
