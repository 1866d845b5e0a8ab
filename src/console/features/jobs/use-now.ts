import { startTransition, useEffect, useState } from 'react';

let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<(now: number) => void>();

function subscribe(listener: (now: number) => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    // Drawn between frames, however many show it.
    startTransition(() => {
      for (const tell of listeners) tell(Date.now());
    });
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, second by second: one clock for everything that shows it. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => subscribe(setNow), []);
  return now;
}
