import { useDeferredValue } from 'react';

/** What to show of `requested`: begins once the code for it is loaded, so that nothing flashes, and ends immediately. */
export function useReady<Requested>(requested: Requested): Requested | undefined {
  const ready = useDeferredValue(requested);
  return requested ? ready : undefined;
}
