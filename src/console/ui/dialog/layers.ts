import { useBlocker } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';

/** The open dialogs and drawers, the topmost last. */
const layers: object[] = [];

/** Whether Back or Forward is handled by an open dialog or drawer. */
export function layersHandle(action: string): boolean {
  return layers.length > 0 && isBackOrForward(action);
}

/** For dialogs and drawers: Back and Forward close them instead of leaving the page. */
export function useBackCloses(onBack: () => void, enabled = true): void {
  const [layer] = useState(() => ({}));
  // React keeps other effects while it only hides the component: see `useOnScreen`.
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [layer, enabled]);
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (!isBackOrForward(action) || layers.at(-1) !== layer) return false;
      onBack();
      return true;
    },
    enableBeforeUnload: false,
  });
}

/** Links and the console itself push or replace; only Back and Forward don't. */
function isBackOrForward(action: string): boolean {
  return action !== 'PUSH' && action !== 'REPLACE';
}
