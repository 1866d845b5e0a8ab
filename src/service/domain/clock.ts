const toleranceMilliseconds = 5 * 60 * 1000;

/**
 * Whether a stored time is ahead of the clock by more than clocks of several instances differ. It was written while a
 * clock was wrong, and nothing may wait for it.
 */
export function isAhead(stored: Date, now: Date): boolean {
  return stored.getTime() > latestCredible(now).getTime();
}

/** The latest time that may have been stored while the clock was right. */
export function latestCredible(now: Date): Date {
  return new Date(now.getTime() + toleranceMilliseconds);
}
