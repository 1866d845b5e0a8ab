import type { RejectionCode, SignInEvent } from '../../../contract/activity/sign-in-events.ts';
import { fromZone, toZone } from '../../lib/preferences/zoned-time.ts';

/** The sign-ins of one day. */
export interface Day {
  /** Its start in local time. */
  start: Date;
  signedIn: number;
  rejected: number;
}

/**
 * Sign-ins per day in local time, oldest first.
 * @param days how many days, including today
 * @param now the current time
 */
export function dailySignIns(events: readonly SignInEvent[], days: number, now: Date): Day[] {
  const counted = Array.from({ length: days }, (_, index) => ({
    start: startOfDay(now, days - 1 - index),
    signedIn: 0,
    rejected: 0,
  }));
  for (const { at, outcome } of events) {
    const time = Date.parse(at);
    const day = counted.findLast(({ start }) => start.getTime() <= time);
    if (day) day[outcome === 'rejected' ? 'rejected' : 'signedIn'] += 1;
  }
  return counted;
}

/** Midnight in local time, some days ago. Days with a clock change are longer or shorter. */
export function startOfDay(now: Date, daysAgo: number): Date {
  const midnight = new Date(`${toZone(now).slice(0, 10)}T00:00Z`);
  midnight.setUTCDate(midnight.getUTCDate() - daysAgo);
  return new Date(fromZone(midnight.toISOString().slice(0, 16)));
}

/** The share of successful sign-ins in percent, rounded down so that 100 means all; undefined without any. */
export function successRate(days: readonly Pick<Day, 'signedIn' | 'rejected'>[]): number | undefined {
  const signedIn = days.reduce((sum, day) => sum + day.signedIn, 0);
  const total = days.reduce((sum, day) => sum + day.rejected, signedIn);
  return total === 0 ? undefined : Math.floor((100 * signedIn) / total);
}

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
