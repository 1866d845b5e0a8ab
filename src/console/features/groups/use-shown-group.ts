import { useMediaQuery } from '@mantine/hooks';
import { trimPathRight, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { firstGroup, type GroupModel } from '../../data/groups/model.ts';
import { recordAt, usePlaces } from '../../data/places/places.ts';

/** The detail pane is beside the tree, as in `groups-page.module.css`; otherwise the tree comes first. */
const twoPanes = '(min-width: 56.25em)';

/**
 * The group whose details are shown. If none is selected, that's the one that was open last, or else the first one, so that
 * the detail pane is never empty; its address follows.
 * @param complete whether all groups are loaded
 */
export function useShownGroup(
  model: GroupModel,
  complete: boolean,
  selected: number | undefined,
): number | undefined {
  const router = useRouter();
  const wide = useMediaQuery(twoPanes, undefined, { getInitialValueInEffect: false });
  const recent = usePlaces();
  const last = recent.map(({ address }) => recordAt(address)).find((record) => record?.kind === 'group')?.id;
  // While it's being loaded, no other group takes its place.
  const candidate = last !== undefined && (model.has(last) || !complete) ? last : firstGroup(model)?.id;
  const open = wide && selected === undefined && candidate !== undefined && model.has(candidate);
  useEffect(() => {
    // The user may be on the way to another page, which is still loading.
    if (!open || trimPathRight(router.latestLocation.pathname) !== '/groups') return;
    void router.navigate({
      to: '/groups/$groupId',
      params: { groupId: String(candidate) },
      search: true,
      state: true,
      replace: true,
    });
  }, [open, candidate, router]);
  return open ? candidate : selected;
}
