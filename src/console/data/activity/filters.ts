import { changeActions } from '../../../contract/activity/changes.ts';
import { rejectionCodes, signInOutcomes } from '../../../contract/activity/sign-in-events.ts';
import { isPathOf } from '../../../contract/path-fields.ts';
import type { ListState } from '../../ui/data-table/list-state.ts';
import type { LogQuery } from './logs.ts';
import { fromZone, toZone } from '../../lib/preferences/zoned-time.ts';

const minute = 60_000;

/** How far back to list. */
export const periods = {
  hour: { label: 'Last hour', hours: 1 },
  day: { label: 'Last 24 hours', hours: 24 },
  week: { label: 'Last 7 days', hours: 7 * 24 },
  month: { label: 'Last 30 days', hours: 30 * 24 },
} as const;
type Period = keyof typeof periods;

/** When entries were recorded, as in the URL: one of the periods until now, or from one minute to another. */
export interface TimeFilter {
  period?: string | undefined;
  since?: string | undefined;
  /** The last minute of the period. */
  until?: string | undefined;
}

/** Filters for sign-ins, as in the URL. */
export interface SignInFilter extends TimeFilter {
  login?: string | undefined;
  /** A user's path. */
  user?: string | undefined;
  /** A provider's path. */
  oidc_op?: string | undefined;
  outcome?: string | undefined;
  code?: string | undefined;
  /** What a rejected visitor was shown. */
  reference?: string | undefined;
}

/** Filters for changes, as in the URL. */
export interface ChangeFilter extends TimeFilter {
  /** Who made the change. */
  login?: string | undefined;
  action?: string | undefined;
  /** The path of a record, or of a kind of records. */
  resource?: string | undefined;
}

/** The filters of either log, as the state of its list. */
export type LogState = ListState & SignInFilter & ChangeFilter;

/** What the Activity page shows, as in the URL: sign-ins, changes or alerts, filters for them, and the open entry. */
export interface LogSearch extends SignInFilter, ChangeFilter {
  log?: 'changes' | 'alerts' | undefined;
  entry?: number | undefined;
}

/** Reads the URL of the Activity page, whose values the router has parsed. */
export function logFilter({ log, entry, ...search }: LogSearch) {
  const filter: LogState = Object.fromEntries(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
  return {
    log: log === 'changes' || log === 'alerts' ? log : undefined,
    entry: Number.isSafeInteger(entry) ? entry : undefined,
    filter,
  };
}

/** The service's parameters for a filter of sign-ins. It leaves out what the service would reject. */
export function signInQuery(filter: SignInFilter, now: number): LogQuery {
  const { login, user, oidc_op: provider, outcome, code, reference } = filter;
  return present({
    login: login?.trim(),
    user: user !== undefined && isPathOf('users', user) ? user : undefined,
    oidc_op: provider !== undefined && isPathOf('oidc_ops', provider) ? provider : undefined,
    outcome: oneOf(signInOutcomes, outcome),
    code: oneOf(rejectionCodes, code),
    reference: reference !== undefined && isReference(reference) ? reference.trim().toUpperCase() : undefined,
    ...timesOf(filter, now),
  });
}

/** The service's parameters for a filter of changes. It leaves out what the service would reject. */
export function changesQuery(filter: ChangeFilter, now: number): LogQuery {
  const { login, action, resource } = filter;
  return present({
    login: login?.trim(),
    action: oneOf(changeActions, action),
    resource: /^\/(groups|oidc_ops|users|roles)(\/\d{1,10})?$/.test(resource ?? '') ? resource : undefined,
    ...timesOf(filter, now),
  });
}

/** Whether a text is a complete reference of a rejected sign-in. */
export function isReference(text: string): boolean {
  return /^[A-Za-z]{8}$/.test(text.trim());
}

function present(query: Readonly<Record<string, string | undefined>>): LogQuery {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  );
}

function timesOf({ period, since, until }: TimeFilter, now: number) {
  if (isPeriod(period)) return { since: new Date(now - periods[period].hours * 3_600_000).toISOString() };
  return { since: isoTime(Date.parse(since ?? '')), until: endOf(until) };
}

function isPeriod(text: string | undefined): text is Period {
  return text !== undefined && Object.hasOwn(periods, text);
}

/** The value, if it's one of these. */
function oneOf<Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined {
  return values.find((value) => value === text);
}

/** The end of a time's minute: the service lists what's before `until`. */
function endOf(text: string | undefined): string | undefined {
  return isoTime((Math.floor(Date.parse(text ?? '') / minute) + 1) * minute);
}

function isoTime(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The current minute: a page and its loader ask for the same period. */
export function currentMinute(): number {
  return Math.floor(Date.now() / minute) * minute;
}

/** A time as the value of a `datetime-local` input, which has local time without a zone. */
export function toLocalInput(time: string | undefined): string {
  return toZone(new Date(time ?? Number.NaN)).slice(0, 16);
}

/** The minute in a `datetime-local` input; undefined if it's blank. When clocks go back, the first one of that name. */
export function firstMinute(text: string): string | undefined {
  return minutesOf(text)[0];
}

/** The same, but the last minute of that name. */
export function lastMinute(text: string): string | undefined {
  return minutesOf(text).at(-1);
}

/** The minutes that local time calls the same, in order. Of a time that clocks skip, the one that comes in its place. */
function minutesOf(text: string): string[] {
  const time = fromZone(text);
  // Clocks go back by an hour, or by half an hour on Lord Howe Island.
  const [first, ...later] = [0, 30, 60].map((minutes) => isoTime(time + minutes * minute));
  return [first, ...later.filter((each) => toLocalInput(each) === toLocalInput(first))].filter(
    (each) => each !== undefined,
  );
}
