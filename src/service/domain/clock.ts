export type Clock = () => Date;

const toleranceMilliseconds = 5 * 60 * 1000;

/**
 * Whether a stored time is further in the future than clock skew between instances explains. It was written while a
 * clock was wrong, and nothing should wait for it.
 */
export function isAhead(stored: Date, now: Date): boolean {
  return stored.getTime() > latestCredible(now).getTime();
}

/** The latest time that a correct clock may have stored. */
export function latestCredible(now: Date): Date {
  return new Date(now.getTime() + toleranceMilliseconds);
}
