import { createStore, useStore } from '../lib/store.ts';

/** What can be open over the page, one at a time. */
export type Overlay = 'palette' | 'help' | 'notifications' | 'jobs' | 'sign-out';

const overlay = createStore<Overlay | undefined>(undefined);

/** What's open over the page. */
export const useOverlay = () => useStore(overlay);

/** Opens an overlay in place of the one that's open. */
export const openOverlay: (name: Overlay) => void = overlay.set;

/** Closes an overlay, unless another one has replaced it. */
export function closeOverlay(name: Overlay): void {
  if (overlay.get() === name) overlay.set(undefined);
}

/** Whether the request inspector is open, which stays open beside other overlays. */
export const inspectorOpen = createStore(false);
