import { preferences } from './preferences.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a time in the time zone, and with the 12 or 24 hours, that the user prefers. */
export function formatTime(at: Date | number, options: Intl.DateTimeFormatOptions): string {
  const { zone, hours } = preferences.get();
  return formatOf('en', {
    ...options,
    ...(zone && { timeZone: zone }),
    ...((options.timeStyle ?? options.hour) && { hourCycle: usesTwelve(hours) ? 'h12' : 'h23' }),
  }).format(at);
}

const clock = { hour: 'numeric', minute: '2-digit' } as const;

/** A time of day, without the minutes of full hours: "2 PM", "2:30 PM", "14:00". @param options the date before it */
export function formatClock(at: Date, options: Intl.DateTimeFormatOptions = {}): string {
  return formatTime(at, { ...options, ...clock }).replace(/:00(?=\s[AP]M$)/, '');
}

/** The browser's language decides unless the user has. */
function usesTwelve(hours: string): boolean {
  if (hours !== '') return hours === '12';
  languageUsesTwelve ??= formatOf(undefined, { hour: 'numeric' }).resolvedOptions().hour12 === true;
  return languageUsesTwelve;
}
let languageUsesTwelve: boolean | undefined;

/** Creating one takes long, and the first one longest. */
function formatOf(language: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, known);
  return known;
}

/** The time zone that times are shown in: `Europe/Berlin`. */
export function zoneName(): string {
  return preferences.get().zone || new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A time as the zone's clocks show it: `2026-03-30T07:05:12`; empty for what's no time. */
export function toZone(at: Date): string {
  if (Number.isNaN(at.getTime())) return '';
  const { zone } = preferences.get();
  const local = zone
    ? // Sweden writes dates like ISO 8601.
      formatOf('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone }).format(at)
    : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, 19).replace(' ', 'T');
}

const day = 24 * 60 * 60 * 1000;

/**
 * The time that the zone's clocks show as a text, in milliseconds since 1970; NaN for what's no time. As `Date` does, it takes
 * the first one when clocks go back, and moves a skipped one on.
 */
export function fromZone(text: string): number {
  if (!preferences.get().zone) return new Date(text).getTime();
  const utc = Date.parse(`${text}Z`);
  if (Number.isNaN(utc)) return utc;
  const [before, after] = [-day, day].map((shift) => {
    const near = utc + shift;
    return utc - (Date.parse(`${toZone(new Date(near))}Z`) - near);
  }) as [number, number];
  const isShown = (time: number) => Date.parse(`${toZone(new Date(time))}Z`) === utc;
  return !isShown(before) && isShown(after) ? after : before;
}
