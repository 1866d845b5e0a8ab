import { startTransition, useEffect, useState } from 'react';
import { createStore, type Store } from './store.ts';

/** What to add to the monotonic clock: at first for this computer's time, then for the service's. */
let base = Date.now() - performance.now();

/** Smaller differences don't count: responses don't say the time exactly. */
const toleranceMilliseconds = 5_000;

/** How far this computer's clock is ahead of the service's, in milliseconds, when a response last said the time. */
export const clockAhead = createStore(0);

/** Changes if this computer's clock is set, or after it has slept, when the monotonic clock may stand still. */
export const ownClock = createStore(base);

/** The service's current time, in milliseconds since 1970. It doesn't jump when this computer's clock is set. */
export function currentTime(): number {
  return base + performance.now();
}

/** How long ago something was, in milliseconds, that was noted by this computer's clock. */
export function ageOf(noted: number): number {
  return Date.now() - noted;
}

/**
 * Corrects the time by a response.
 * @param date its `Date`
 * @param sentAt when its request was sent, by the monotonic clock
 */
export function noteServiceTime(date: string | null, sentAt: number): void {
  const written = Date.parse(date ?? '');
  if (Number.isNaN(written)) return;
  // The service's time now: `Date` has whole seconds, and the response was under way for at most as long as the request.
  const earliest = written;
  const latest = written + 1_000 + performance.now() - sentAt;
  base += Math.max(0, earliest - currentTime()) - Math.max(0, currentTime() - latest);
  follow(clockAhead, Date.now() - currentTime());
  checkOwnClock();
}

/** Notices that this computer's clock was set. */
export function checkOwnClock(): void {
  follow(ownClock, Date.now() - performance.now());
}

function follow(store: Store<number>, value: number): void {
  if (Math.abs(value - store.get()) > toleranceMilliseconds) store.set(value);
}

/** The current time, updated at intervals. */
export function useNow(intervalMilliseconds: number): number {
  const [now, setNow] = useState(currentTime);
  useEffect(() => {
    // A transition, so that many clocks don't block the page.
    const update = () => startTransition(() => setNow(currentTime()));
    const timer = setInterval(() => {
      checkOwnClock();
      update();
    }, intervalMilliseconds);
    const unsubscribe = clockAhead.subscribe(update);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [intervalMilliseconds]);
  return now;
}
