import { useHotkeys } from '@mantine/hooks';
import { setInspectorOpen, toggleInspector, useInspectorOpen } from '../../data/overlays.ts';
import { ReturnFocus } from '../../ui/focus/return-focus.tsx';
import { RequestInspector } from './request-inspector.tsx';

/** The request inspector while it's open, on Ctrl ⇧ I or ⌘ ⇧ I. */
export function InspectorPanel() {
  const open = useInspectorOpen();
  // Also while typing in a field.
  useHotkeys([['mod+shift+I', toggleInspector]], []);
  if (!open) return null;
  return (
    <ReturnFocus>
      <RequestInspector onClose={() => setInspectorOpen(false)} />
    </ReturnFocus>
  );
}
