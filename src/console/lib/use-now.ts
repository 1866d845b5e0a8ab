import { startTransition, useEffect, useState } from 'react';

/** The current time, updated at intervals. */
export function useNow(intervalMilliseconds: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    // A transition, so that many clocks don't block the page.
    const update = () => startTransition(() => setNow(Date.now()));
    const timer = setInterval(update, intervalMilliseconds);
    return () => clearInterval(timer);
  }, [intervalMilliseconds]);
  return now;
}
