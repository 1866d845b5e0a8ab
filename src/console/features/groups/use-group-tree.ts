import { useNavigate } from '@tanstack/react-router';
import { createSafeContext } from '@mantine/core';
import { startTransition, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import {
  expansionAddress,
  currentExpansion,
  defaultExpansion,
  withOpen,
  type Expansion,
} from '../../data/groups/expansion.ts';
import { filterGroups } from '../../data/groups/filter.ts';
import type { Command } from '../../data/commands.ts';
import type { GroupModel, TreeGroup } from '../../data/groups/model.ts';
import type { LoadedTree } from '../../data/groups/queries.ts';
import type { GroupRights } from '../../data/groups/use-group-rights.ts';
import { hitRows, visibleRows } from '../../data/groups/rows.ts';
import { useGoToGroup } from '../../data/groups/use-go-to-group.ts';
import { useTreeAddress } from '../../data/groups/use-tree-address.ts';

/** Which dialog is open on the groups page, and on which group. */
export type GroupDialog =
  | { kind: 'create'; parent: TreeGroup }
  | { kind: 'edit'; group: TreeGroup }
  | { kind: 'delete'; group: TreeGroup };

/** Something that the user can do with a group. */
export interface GroupAction extends Command {
  /** What it's called beside the group: "New subgroup". */
  short: string;
  title: string;
  /** The key in the tree. */
  key: string;
  danger?: true;
}

/** What the parts of the groups page share: the loaded groups, and what the user can do with them. */
interface GroupsPageState extends LoadedTree {
  /** Whether more groups are being loaded. */
  fetching: boolean;
  rights: GroupRights;
  /** What the user can do with a group, in dialogs. */
  actionsOf(group: TreeGroup): Partial<Record<GroupDialog['kind'], GroupAction>>;
  openDialog(dialog: GroupDialog): void;
  select(id: number): void;
}

/** The groups page around a component. */
export const [GroupsContext, useGroups] = createSafeContext<GroupsPageState>(
  'There is no groups page around this',
);

/** The tree's search parameters; undefined removes one. */
interface TreeSearch {
  open?: string | undefined;
  q?: string | undefined;
  flat?: boolean | undefined;
}

/** The tree's state, all of which is in the URL: selection, expansion and filter. */
export function useGroupTree(model: GroupModel) {
  const navigate = useNavigate();
  const address = useTreeAddress();
  const { open, flat, wholeExpansion, selected } = address;
  // Drawing what a letter finds may be interrupted by the next one.
  const q = useDeferredValue(address.q);
  const goTo = useGoToGroup();

  const inAddress = useMemo(
    () => currentExpansion(model, { open, wholeExpansion }, selected),
    [model, open, wholeExpansion, selected],
  );
  const [chosen, setChosen] = useState<ChosenExpansion>();
  const current = chosen && whileCurrent(chosen, address);
  if (current !== chosen) setChosen(current);
  const expansion = current?.expansion ?? inAddress;
  const shown = useMemo(() => treeOf(model, expansion, q, flat), [model, expansion, q, flat]);

  /** Changes some search parameters, keeping the others. */
  const change = (search: TreeSearch, state: object = {}) =>
    void navigate({
      to: '.',
      search: (old) => ({ ...old, ...search }),
      state: (old) => ({ ...old, ...state }),
      replace: true,
    });
  const expand = (expanded: Expansion) => setChosen(chosenAfter(current, address, expanded));
  const sendToAddress = useEffectEvent((latest: ChosenExpansion) => {
    const { open: ids, wholeExpansion: whole } = expansionAddress(latest.expansion);
    change({ open: ids }, { wholeExpansion: whole });
  });
  useEffect(() => {
    if (current && current.addresses.length > 1) sendToAddress(current);
  }, [current]);
  return {
    ...shown,
    selected,
    setOpen: (ids: Iterable<number>, value: boolean) => expand(withOpen(expansion, ids, value)),
    setAllOpen: (value: boolean) =>
      // Draws many rows for the first time.
      startTransition(() => expand(value ? { all: true, ids: new Set() } : defaultExpansion(model))),
    setFilter: (text: string) => change({ q: text || undefined }),
    setFlat: (value: boolean) => change({ flat: value || undefined }),
    select: (id: number) => goTo(id, expansion),
  };
}

/** What the tree shows, all of the same moment. */
function treeOf(model: GroupModel, expansion: Expansion, filterText: string, wantsFlat: boolean) {
  const filter = filterGroups(model, filterText);
  /** Whether the rows are a flat list of hits. */
  const flat = wantsFlat && filter !== undefined;
  const rows = flat ? hitRows(model, filter) : visibleRows(model, expansion, filter);
  return { model, rows, filter, filterText, flat };
}

/** An expansion that was chosen here: navigating takes a moment, and the next key can be faster. */
export interface ChosenExpansion {
  expansion: Expansion;
  /** The address that it started from, then that of each change. They arrive in this order, or are skipped; only the last remains. */
  addresses: readonly string[];
}

/** The tree's address, as far as the expansion depends on it. */
interface Address {
  open: string | undefined;
  wholeExpansion: string | undefined;
  /** The group of the page; its ancestors are open by default. */
  selected: number | undefined;
}

const textOf = ({ open, wholeExpansion, selected }: Address) => `${selected} ${wholeExpansion ?? open}`;

/** What is chosen after a change, whose address is to follow. */
export function chosenAfter(
  chosen: ChosenExpansion | undefined,
  current: Address,
  expansion: Expansion,
): ChosenExpansion {
  const before = chosen?.addresses ?? [textOf(current)];
  const next = textOf({ ...current, ...expansionAddress(expansion) });
  return { expansion, addresses: [...before, next] };
}

/** @returns undefined if the address was changed by something else */
export function whileCurrent(chosen: ChosenExpansion, address: Address): ChosenExpansion | undefined {
  const { addresses, expansion } = chosen;
  const text = textOf(address);
  if (addresses.length > 1 && addresses.at(-1) === text) return { expansion, addresses: [text] };
  return addresses.includes(text) ? chosen : undefined;
}
