import { useDeferredValue } from 'react';

/**
 * What to show of `requested`: deferred, so that the page stays as it is until the code for it is loaded. Ends
 * immediately.
 */
export function useReady<Requested>(requested: Requested): Requested | undefined {
  const ready = useDeferredValue(requested);
  return requested ? ready : undefined;
}
