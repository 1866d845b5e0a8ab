import { startTransition, useEffect, useState } from 'react';

let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<(now: number) => void>();

function subscribe(listener: (now: number) => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    // A transition, so that many clocks don't block the page.
    startTransition(() => {
      for (const listen of listeners) listen(Date.now());
    });
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time, updated every second by one timer for all components. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => subscribe(setNow), []);
  return now;
}
