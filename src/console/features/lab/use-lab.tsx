import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { gatewayQuery } from '../../data/session/queries.ts';
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx';

// Loaded in the demo only.
const LabBanner = lazy(() => import('./lab-banner.tsx').then((m) => ({ default: m.LabBanner })));
const LabDrawer = lazy(() => import('./lab-drawer.tsx').then((m) => ({ default: m.LabDrawer })));

/** The Lab's banner, drawer and palette action for every page. Empty outside the demo. */
export function useLab() {
  const { data: gateway } = useQuery(gatewayQuery());
  const [open, setOpen] = useState(false);
  if (!gateway?.lab) return { actions: [], banner: null, drawer: null };
  const show = () => setOpen(true);
  return {
    actions: [{ id: 'lab', label: 'Show scenarios', run: show }],
    banner: (
      <Suspense fallback={null}>
        <LabBanner onOpen={show} />
      </Suspense>
    ),
    drawer: open && (
      <Suspense fallback={null}>
        <ReturnFocus>
          <LabDrawer onClose={() => setOpen(false)} />
        </ReturnFocus>
      </Suspense>
    ),
  };
}
