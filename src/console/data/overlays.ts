import { createStore, useStore } from '../lib/store.ts';

/** What can be open over the page, one at a time. */
export type Overlay = 'palette' | 'help' | 'notifications' | 'jobs' | 'scenarios' | 'sign-out';

/** An opened overlay; a new one each time, even if its predecessor hasn't left the page yet. */
export interface OpenedOverlay {
  name: Overlay;
  key: number;
}

const overlay = createStore<OpenedOverlay | undefined>(undefined);
let openings = 0;
const inspector = createStore(false);

/** What's open over the page. */
export const useOverlay = () => useStore(overlay);

/** Opens an overlay in place of the one that's open. */
export function openOverlay(name: Overlay): void {
  if (overlay.get()?.name !== name) overlay.set({ name, key: (openings += 1) });
}

/** Closes an overlay, unless another one has replaced it. */
export function closeOverlay(opened: OpenedOverlay): void {
  if (overlay.get() === opened) overlay.set(undefined);
}

/** Whether the request inspector is open, which stays open beside other overlays. */
export const useInspectorOpen = () => useStore(inspector);

export const setInspectorOpen = inspector.set;

export function toggleInspector(): void {
  inspector.set(!inspector.get());
}
