import { useMantineColorScheme } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { registeredCommands } from '../../../data/commands.ts';
import { openNewRecord } from '../../../data/new-record.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { openOverlay, setInspectorOpen } from '../../../data/overlays.ts';
import { useRights } from '../../../data/service/rights.ts';
import { gatewayQuery } from '../../../data/session/queries.ts';
import { useSignOut } from '../../../data/session/use-sign-out.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { shortcuts } from '../../../data/shortcuts.ts';
import { colorSchemes } from '../user-menu.tsx';
import type { PaletteItem, PaletteSection } from './rank-items.ts';
import { useCopy } from '../../../ui/copying.tsx';
import { groupPath } from '../../../../contract/groups/groups.ts';
import { setGroupDialog, useNewGroup, type GroupDialog } from '../../../data/groups/group-dialog-store.ts';
import { buildModel, type TreeGroup } from '../../../data/groups/model.ts';
import { treeQuery } from '../../../data/groups/queries.ts';
import { useGroupRights } from '../../../data/groups/use-group-rights.ts';
import { usePlaces } from '../../../data/places/places.ts';
import { msg } from '../../../lib/text.ts';

/** The commands for the record on the page, those for everything else, and those of the Lab. @param withProviders as for `usePageItems` */
export function useCommandItems(withProviders: boolean): {
  current: PaletteSection;
  general: PaletteSection;
  lab: PaletteSection;
} {
  const groups = useGroupActions();
  // As of when the palette was opened: nothing mounts below it.
  const [ofPage] = useState(registeredCommands);
  const lab = useQuery(gatewayQuery()).data?.lab;
  const signOut = useSignOut();
  const navigate = useNavigate();
  const { holds } = useSession();
  const { editProviders: canEditProviders } = useRights();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { copy } = useCopy();
  const administers = holds('group_admin', 'rw');
  const creating = [
    ...(canEditProviders && withProviders
      ? [{ id: 'create-provider', label: 'New provider', run: () => void navigate({ to: '/oidc/new' }) }]
      : []),
    ...(administers
      ? (['user', 'role'] as const).map((kind) => ({
          id: `create-${kind}`,
          label: `New ${kind}`,
          run: () => {
            openNewRecord(kind);
            void navigate({ to: `/access/${kind}s` as const });
          },
        }))
      : []),
  ];
  const general: PaletteItem[] = [
    ...groups.general,
    ...creating,
    {
      id: 'copy-link',
      label: 'Copy link to this page',
      keywords: 'url address share',
      run: () => copy(location.href, () => notify.success('Link copied')),
    },
    ...colorSchemes
      .filter(({ value }) => value !== colorScheme)
      .map(({ value, label }) => ({
        id: `theme-${value}`,
        label,
        keywords: 'settings appearance color scheme',
        run: () => setColorScheme(value),
      })),
    ...(lab ? [{ id: 'scenarios', label: 'Show scenarios', run: () => openOverlay('scenarios') }] : []),
    { id: 'jobs', label: 'Show jobs', run: () => openOverlay('jobs') },
    { id: 'notifications', label: 'Show notifications', run: () => openOverlay('notifications') },
    {
      id: 'help',
      label: 'Show keyboard shortcuts',
      keywords: 'settings help',
      shortcut: shortcuts.help,
      run: () => openOverlay('help'),
    },
    {
      id: 'inspector',
      label: 'Open request inspector',
      shortcut: shortcuts.inspector,
      run: () => setInspectorOpen(true),
    },
    ...(signOut ? [{ id: 'sign-out', label: 'Sign out', run: () => void signOut() }] : []),
  ];
  return {
    current: {
      label: 'On this page',
      items: [...groups.current, ...ofPage.filter(({ isOfLab }) => !isOfLab)],
    },
    general: { label: 'Commands', items: general },
    lab: { label: 'Lab', items: ofPage.filter(({ isOfLab }) => isOfLab) },
  };
}

const noGroups = buildModel([]);

/** Commands for the selected group, and those available on every page. */
function useGroupActions(): { current: PaletteItem[]; general: PaletteItem[] } {
  const queryClient = useQueryClient();
  const { groupId } = useParams({ strict: false });
  const createAtTop = useNewGroup();
  const { favorites, setFavorite } = usePlaces();
  // Only reads the cache: the page loads the groups.
  const { data: { model } = { model: noGroups } } = useQuery({ ...treeQuery(queryClient), enabled: false });
  const rights = useGroupRights(model);
  const group = model.get(Number(groupId));
  const create = { id: 'create-group', label: 'New group', run: () => void createAtTop() };
  if (!group) return { current: [], general: rights.mayChangeSome ? [create] : [] };

  const { id } = group;
  const place = { address: groupPath(id), name: group.name };
  const marked = favorites.some(({ address }) => address === place.address);
  const favorite = {
    id: 'favorite-group',
    label: marked ? msg`Remove ${group.name} from favorites` : msg`Add ${group.name} to favorites`,
    keywords: 'star',
    run: () => setFavorite(place, !marked),
  };
  if (!rights.mayChange(id)) return { current: [favorite], general: [] };
  const open = (kind: GroupDialog['kind'], of: TreeGroup) => () =>
    setGroupDialog(kind === 'create' ? { kind, parent: of } : { kind, group: of });
  return {
    current: [
      {
        ...create,
        label: msg`New subgroup of ${group.name}`,
        keywords: 'new group',
        shortcut: shortcuts.newSubgroup,
        run: open('create', group),
      },
      {
        id: 'edit-group',
        label: msg`Edit ${group.name}`,
        keywords: 'rename',
        run: open('edit', group),
      },
      ...(rights.mayDelete(id)
        ? [{ id: 'delete-group', label: msg`Delete ${group.name}`, run: open('delete', group) }]
        : []),
      favorite,
    ],
    general: [],
  };
}
