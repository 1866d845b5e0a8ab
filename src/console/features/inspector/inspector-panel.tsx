import { useHotkeys } from '@mantine/hooks';
import { Suspense, useDeferredValue } from 'react';
import { setInspectorOpen, toggleInspector, useInspectorOpen } from '../../data/overlays.ts';
import { ReturnFocus } from '../../ui/focus/return-focus.tsx';
import { lazyComponent } from '../../lib/lazy-component.ts';

const RequestInspector = lazyComponent(() => import('./request-inspector.tsx'), 'RequestInspector');

/** The request inspector while it's open, on Ctrl ⇧ I or ⌘ ⇧ I. */
export function InspectorPanel() {
  const open = useDeferredValue(useInspectorOpen());
  // Also while typing in a field.
  useHotkeys([['mod+shift+I', toggleInspector]], []);
  return (
    <Suspense fallback={null}>
      {open && (
        <ReturnFocus>
          <RequestInspector onClose={() => setInspectorOpen(false)} />
        </ReturnFocus>
      )}
    </Suspense>
  );
}
