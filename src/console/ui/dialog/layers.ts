import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** What lies over the page, the topmost last. */
const layers: object[] = [];

/** Whether a step in the browser's history is for what lies over the page. */
export function layersTakeSteps(action: string): boolean {
  return layers.length > 0 && isStep(action);
}

/** For a dialog or a drawer: Back and Forward close what lies over the page, and leave the page where it is. */
export function useBackCloses(onBack: () => void, enabled = true): void {
  const [layer] = useState(() => ({}));
  useEffect(() => {
    if (!enabled) return undefined;
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [layer, enabled]);
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (!isStep(action) || layers.at(-1) !== layer) return false;
      onBack();
      return true;
    },
    enableBeforeUnload: false,
  });
}

/** Links and the console itself go on to a new place; Back and Forward to one that was there before. */
function isStep(action: string): boolean {
  return action !== 'PUSH' && action !== 'REPLACE';
}
