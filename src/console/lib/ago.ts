import { count } from './text.ts';
import { formatTime, toZone } from './preferences/zoned-time.ts';

/** Formats a time with date and time zone. */
export function exactTime(at: Date | number): string {
  return formatTime(at, { dateStyle: 'medium', timeStyle: 'long' });
}

/** Formats a time of day, to the minute: `09:00`; with the date if it isn't today. Rounded up, for when to try again. */
export function clockTime(at: number, now = Date.now()): string {
  const time = Math.ceil(at / minute) * minute;
  const [date, today] = [time, now].map((each) => toZone(new Date(each)).slice(0, 10));
  return formatTime(time, { timeStyle: 'short', ...(date !== today && { dateStyle: 'medium' }) });
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30.44 * day;
const year = 365.25 * day;

/**
 * Formats an age: `4 s ago`, `43 min ago`, `2 days ago`; `just now` if it's in the future, by clocks that differ.
 * @param milliseconds the age
 * @param updateInterval how often the text is updated; smaller ages are `just now`
 */
export function agoOf(milliseconds: number, updateInterval = second): string {
  return milliseconds < updateInterval ? 'just now' : `${durationOf(milliseconds)} ago`;
}

/** A duration, rounded down: "43 min", "2 days". @param milliseconds not negative */
export function durationOf(milliseconds: number): string {
  if (milliseconds < minute) return `${Math.floor(milliseconds / second)} s`;
  if (milliseconds < hour) return `${Math.floor(milliseconds / minute)} min`;
  if (milliseconds < day) return `${Math.floor(milliseconds / hour)} h`;
  if (milliseconds < 2 * month) return count(Math.floor(milliseconds / day), 'day');
  return milliseconds < 2 * year
    ? count(Math.floor(milliseconds / month), 'month')
    : count(Math.floor(milliseconds / year), 'year');
}
