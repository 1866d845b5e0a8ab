import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { registeredCommands } from '../../../data/commands.ts';
import { useOpenNewRecord } from '../../../data/new-record.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { inspectorOpen, openOverlay } from '../../../data/overlays.ts';
import { useRights } from '../../../data/service/rights.ts';
import { useService } from '../../../data/service/use-service.ts';
import { useSignOut } from '../../../data/session/use-sign-out.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { shortcuts } from '../../../data/shortcuts.ts';
import { colorSchemes } from '../../../lib/preferences/preferences.ts';
import type { PaletteItem, PaletteSection } from './rank-items.ts';
import { useCopy } from '../../../ui/copying.tsx';

/** The commands for the record on the page, those for everything else, and those of the Lab. @param withProviders as for `usePageItems` */
export function useCommandItems(withProviders: boolean): {
  current: PaletteSection;
  general: PaletteSection;
  lab: PaletteSection;
} {
  // As of when the palette was opened: nothing mounts below it.
  const [ofPage] = useState(registeredCommands);
  const signOut = useSignOut();
  const navigate = useNavigate();
  const openNewRecord = useOpenNewRecord();
  const { holds } = useSession();
  const { editProviders: canEditProviders } = useRights();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { copy } = useCopy();
  const administers = holds('group_admin', 'rw');
  const creating = [
    // A group's page offers one below that group.
    ...(holds('group', 'rw') && !ofPage.some(({ id }) => id === 'create-group')
      ? [{ id: 'create-group', label: 'New group', run: () => openNewRecord('group') }]
      : []),
    ...(canEditProviders && withProviders
      ? [{ id: 'create-provider', label: 'New provider', run: () => void navigate({ to: '/oidc/new' }) }]
      : []),
    ...(administers
      ? (['user', 'role'] as const).map((kind) => ({
          id: `create-${kind}`,
          label: `New ${kind}`,
          run: () => openNewRecord(kind),
        }))
      : []),
  ];
  const general: PaletteItem[] = [
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
      run: () => inspectorOpen.set(true),
    },
    ...(useService().offers('password changes')
      ? [{ id: 'change-password', label: 'Change password', run: () => openNewRecord('password') }]
      : []),
    ...(signOut ? [{ id: 'sign-out', label: 'Sign out', run: () => void signOut() }] : []),
  ];
  return {
    current: {
      label: 'On this page',
      items: ofPage.filter(({ isOfLab }) => !isOfLab),
    },
    general: { label: 'Commands', items: general },
    lab: { label: 'Lab', items: ofPage.filter(({ isOfLab }) => isOfLab) },
  };
}
