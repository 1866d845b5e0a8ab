import { useQuery } from '@tanstack/react-query';
import { openOverlay, setInspectorOpen } from '../../data/overlays.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { useSignOut } from '../../data/session/use-sign-out.ts';
import { useGroupActions } from './use-group-actions.ts';

/** An entry of the command palette. */
export interface PaletteItem {
  id: string;
  label: string;
  description?: string;
  run(): void;
}

/** Everything the command palette can run. */
export function usePaletteActions(): PaletteItem[] {
  const groupActions = useGroupActions();
  const lab = useQuery(gatewayQuery()).data?.lab;
  const signOut = useSignOut();
  return [
    ...groupActions,
    ...(lab ? [{ id: 'lab', label: 'Show scenarios', run: () => openOverlay('scenarios') }] : []),
    { id: 'jobs', label: 'Show jobs', run: () => openOverlay('jobs') },
    { id: 'help', label: 'Show keyboard shortcuts', run: () => openOverlay('help') },
    { id: 'inspector', label: 'Open request inspector', run: () => setInspectorOpen(true) },
    { id: 'notifications', label: 'Show notifications', run: () => openOverlay('notifications') },
    ...(signOut ? [{ id: 'sign-out', label: 'Sign out', run: () => void signOut() }] : []),
  ];
}
