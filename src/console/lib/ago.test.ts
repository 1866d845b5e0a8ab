import { expect, it } from 'vitest';
import { agoOf, clockTime } from './ago.ts';
import { preferences } from './preferences/preferences.ts';

const seconds = (count: number) => count * 1000;
const days = (count: number) => count * seconds(86_400);

it.each([
  [-days(3), 'just now'],
  [999, 'just now'],
  [seconds(4), '4 s ago'],
  [seconds(59.9), '59 s ago'],
  [seconds(60), '1 min ago'],
  [seconds(43 * 60 + 20), '43 min ago'],
  [seconds(3600), '1 h ago'],
  [days(1) - 1, '23 h ago'],
  [days(1), '1 day ago'],
  [days(60), '60 days ago'],
  [days(61), '2 months ago'],
  [days(729), '23 months ago'],
  [days(731), '2 years ago'],
])('%i ms is %s', (milliseconds, words) => {
  expect(agoOf(milliseconds)).toBe(words);
});

it('shows "just now" for ages below the update interval', () => {
  expect(agoOf(seconds(9), seconds(10))).toBe('just now');
  expect(agoOf(seconds(10), seconds(10))).toBe('10 s ago');
});

it('shows a time to wait for, with the date if it is another day', () => {
  preferences.open('/users/1');
  preferences.change({ hours: '24' });
  const now = new Date(2026, 10, 25, 8, 30).getTime();
  expect(clockTime(new Date(2026, 10, 25, 9, 0).getTime(), now)).toBe('09:00');
  expect(clockTime(new Date(2026, 10, 25, 8, 59, 1).getTime(), now)).toBe('09:00');
  expect(clockTime(new Date(2026, 10, 26, 0, 0).getTime(), now)).toBe('Nov 26, 2026, 00:00');
});
