import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { toleratedRejections } from '../../../contract/activity/alerts.ts';
import type { SignInCount, SignInCounts } from '../../../contract/activity/sign-in-counts.ts';
import type { RejectionCode } from '../../../contract/activity/sign-in-events.ts';
import { activityEndpoints } from '../../../contract/endpoints/activity.ts';
import { isPolled } from '../../api/retries.ts';
import { useNow } from '../../lib/use-now.ts';
import { formatClock, fromZone, toZone } from '../../lib/preferences/zoned-time.ts';
import { formatNumber } from '../../lib/text.ts';
import { call } from '../../api/exchange.ts';
import { useService } from '../service/use-service.ts';
import { signInLog, type LogQuery } from './logs.ts';

/** How far back sign-ins are counted, and in what periods. */
export const ranges = {
  day: { label: '24 h', text: 'the last 24 hours', unit: 'hour', periods: 24 },
  week: { label: '7 days', text: 'the last 7 days', unit: 'day', periods: 7 },
  month: { label: '30 days', text: 'the last 30 days', unit: 'day', periods: 30 },
} as const;
export type Range = keyof typeof ranges;

const hour = 3_600_000;

/** When the hours or days of a range start in the shown time zone, in order; the last one is the current one. */
export function periodStarts(range: Range, now: number): Date[] {
  const { unit, periods } = ranges[range];
  const startOf = unit === 'hour' ? startOfHour : startOfDay;
  return Array.from({ length: periods }, (_, index) => startOf(now, periods - 1 - index));
}

/** The same as `periodStarts`, as they change. */
export function usePeriodStarts(range: Range): readonly Date[] {
  const latest = periodStarts(range, useNow(60_000));
  const current = latest.at(-1)?.getTime();
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => latest, [range, current]);
}

/** Where an hour starts by the zone's clocks, which may differ from UTC by half an hour. */
function startOfHour(now: number, hoursAgo: number): Date {
  const time = Math.floor((now - hoursAgo * hour) / 1000) * 1000;
  const shown = Date.parse(`${toZone(new Date(time))}Z`);
  return new Date(time - (shown % hour));
}

/** Midnight by the zone's clocks. Days with a clock change are longer or shorter. */
function startOfDay(now: number, daysAgo: number): Date {
  const midnight = new Date(`${toZone(new Date(now)).slice(0, 10)}T00:00Z`);
  midnight.setUTCDate(midnight.getUTCDate() - daysAgo);
  return new Date(fromZone(midnight.toISOString().slice(0, 16)));
}

/** The counts of visible sign-ins. @param starts when each period starts, in order; the last one ends now */
export function signInCountsQuery(filter: LogQuery, starts: readonly Date[]) {
  const { since: _since, until: _until, reference: _reference, ...rest } = filter;
  const query = { ...rest, starts: starts.map((start) => start.toISOString()).join(',') };
  return queryOptions({
    queryKey: ['activity', signInLog.name, 'counts', query],
    queryFn: async ({ signal, meta }): Promise<SignInCounts> => {
      const { body } = await call(activityEndpoints.countSignIns, {
        query,
        signal,
        isPolling: isPolled(meta),
      });
      return body;
    },
    // The next hour, filter or range doesn't empty the page.
    placeholderData: keepPreviousData,
  });
}

/** How many visible sign-ins match a filter: "6", "100,000+"; undefined while that's unknown. */
export function useSignInCount(filter: LogQuery): string | undefined {
  const { offers } = useService();
  const { data, isPlaceholderData } = useQuery({
    ...signInCountsQuery(filter, [new Date(0)]),
    enabled: offers('counts of sign-ins'),
  });
  // Another filter's number would be wrong.
  if (!data || isPlaceholderData) return undefined;
  const { signedIn, rejected } = totalOf(data.data);
  return `${formatNumber(signedIn + rejected)}${data.complete ? '' : '+'}`;
}

/** Numbers of sign-ins. */
interface Total {
  signedIn: number;
  rejected: number;
}

/** The sign-ins of a period. */
export interface Period extends Total {
  start: Date;
  /** Undefined if it hasn't ended. */
  end: Date | undefined;
}

/** The sign-ins of each period. @param starts as counted */
export function periodsOf(counts: readonly SignInCount[], starts: readonly Date[]): Period[] {
  return starts.map((start, index) => {
    const own = counts.filter((count) => Date.parse(count.start) === start.getTime());
    return { start, end: starts[index + 1], ...totalOf(own) };
  });
}

/** How many succeeded, and how many were rejected. */
export function totalOf(counts: readonly SignInCount[]): Total {
  const sum = (isCounted: (count: SignInCount) => boolean) =>
    counts.filter(isCounted).reduce((total, { count }) => total + count, 0);
  return { signedIn: sum(({ code }) => code === null), rejected: sum(({ code }) => code !== null) };
}

/** Rejected sign-ins with the same cause. */
export interface Cause {
  code: RejectionCode;
  count: number;
  /** The path of the most recent one, and when it was. */
  latest: string;
  at: string;
}

/** Rejected sign-ins by cause, the most frequent one first, of equally frequent ones the most recent. */
export function causesOf(counts: readonly SignInCount[]): Cause[] {
  const causes = new Map<RejectionCode, Cause>();
  for (const { code, count, at, sign_in_event_resource: latest } of counts) {
    if (code === null) continue;
    const known = causes.get(code);
    const isLater = known === undefined || at > known.at;
    causes.set(code, {
      code,
      count: count + (known?.count ?? 0),
      ...(isLater ? { latest, at } : { latest: known.latest, at: known.at }),
    });
  }
  return [...causes.values()].toSorted(
    (one, other) => other.count - one.count || (one.at < other.at ? 1 : -1),
  );
}

/** Whether so many of a provider's sign-ins are rejected that someone should look at it: the rule of alerts. */
function areMostRejected({ signedIn, rejected }: Total): boolean {
  return rejected > toleratedRejections && rejected > signedIn;
}

/**
 * What periods to count for a range: for 24 hours the same as for what needs attention, so that one request is enough.
 */
export function countedStarts(range: Range, now: number): readonly Date[] {
  return range === 'day' ? weekStarts(now) : periodStarts(range, now);
}

/** When the last 24 hours start, and the days of the last week before them. */
export function weekStarts(now: number): readonly Date[] {
  const hours = periodStarts('day', now);
  const [first] = hours;
  return [...periodStarts('week', now).filter((day) => first && day < first), ...hours];
}

/** Sign-ins through a provider, most of which were rejected. */
export interface Rejections extends Total {
  counts: readonly SignInCount[];
  /** "since 13:00". */
  when: string;
  /** The most recent sign-in that succeeded. */
  lastSuccess: Date | undefined;
}

/**
 * A provider's sign-ins of this hour and the one before if most were rejected; otherwise those since its last success,
 * because a provider that rejects everyone still does when no one tries; otherwise those of the last 24 hours.
 * @param all the counts of its sign-ins; those while its button was suspended don't count
 * @param starts when each period starts: `weekStarts`
 */
export function rejectionsIn(all: readonly SignInCount[], starts: readonly Date[]): Rejections | undefined {
  const own = all.filter(({ code }) => code !== 'button_suspended');
  const success = own
    .filter(({ code }) => code === null)
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))[0];
  const periods = [
    { start: starts.at(-2), when: since },
    success
      ? { start: new Date(success.start), when: since }
      : { start: starts[0], when: () => `in ${ranges.week.text}` },
    { start: starts.at(-ranges.day.periods), when: () => `in ${ranges.day.text}` },
  ];
  for (const { start = new Date(0), when } of periods) {
    const counts = own.filter((count) => Date.parse(count.start) >= start.getTime());
    const total = totalOf(counts);
    if (areMostRejected(total))
      return { ...total, counts, when: when(start), lastSuccess: success && new Date(success.at) };
  }
  return undefined;
}

/** "since 13:00", "since Tue 13:00". */
function since(start: Date): string {
  const [today, day] = [new Date(), start].map((at) => toZone(at).slice(0, 10));
  return `since ${formatClock(start, day === today ? {} : { weekday: 'short' })}`;
}

/** A provider's sign-ins in the last 7 days. */
export function weekOfSignInsQuery(provider: string, starts = weekStarts(Date.now())) {
  return signInCountsQuery({ oidc_op: provider }, starts);
}

/** How sign-ins through a provider go; undefined while that's unknown, or if there were none. */
export function useWeekOfSignIns(provider: string | undefined) {
  // Those that were counted, also after the next hour has begun.
  const [starts] = useState(() => weekStarts(Date.now()));
  const { data } = useQuery({
    ...weekOfSignInsQuery(provider ?? '', starts),
    enabled: provider !== undefined,
  });
  return healthOf(data?.data ?? [], starts);
}

/** What a week's counts say: "14 of 21 signed in this week", or "1 of 8 signed in since 13:00" if most were rejected. */
export function healthOf(counts: readonly SignInCount[], starts: readonly Date[]) {
  const week = totalOf(counts);
  const total = week.signedIn + week.rejected;
  if (total === 0) return undefined;
  const rejections = rejectionsIn(counts, starts);
  const { signedIn, rejected } = rejections ?? week;
  return {
    total,
    fails: rejections !== undefined,
    state: `${formatNumber(signedIn)} of ${formatNumber(signedIn + rejected)} signed in ${rejections?.when ?? 'this week'}`,
  };
}
