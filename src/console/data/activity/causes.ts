import type { RejectionCode, SignInEvent } from '../../../contract/activity/sign-in-events.ts';

/** Failed sign-ins with the same cause. */
export interface Cause {
  code: RejectionCode;
  count: number;
  /** The most recent one. */
  latest: SignInEvent;
}

/** Rejected sign-ins by cause, the most frequent one first. @param events newest first */
export function causesOf(events: readonly SignInEvent[]): Cause[] {
  const causes = new Map<RejectionCode, Cause>();
  for (const event of events) {
    const { code } = event;
    if (code === null) continue;
    const cause = causes.get(code);
    if (cause) cause.count += 1;
    else causes.set(code, { code, count: 1, latest: event });
  }
  // Sorting is stable, so the most recent one comes first among equally frequent ones.
  return [...causes.values()].toSorted((a, b) => b.count - a.count);
}
