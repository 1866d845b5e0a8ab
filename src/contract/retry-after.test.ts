import { expect, it } from 'vitest';
import { backOff, parseRetryAfter } from './retry-after.ts';

const sentAt = 'Sun, 06 Nov 1994 08:49:37 GMT';

it.each([
  ['120', 120],
  [' 0 ', 0],
  ['9'.repeat(400), 86_400],
  ['99999999', 86_400],
  ['Sun, 06 Nov 1994 08:51:37 GMT', 120],
  ['Sunday, 06-Nov-94 08:50:37 GMT', 60],
  ['Sun, 06 Nov 1994 08:49:36 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['soon', undefined],
  ['Sun, 99 Nov 1994 99:99:99 GMT', undefined],
  ['', undefined],
  [null, undefined],
])('reads "%s" as %s', (text, expected) => {
  expect(parseRetryAfter(text, sentAt)).toBe(expected);
});

it('uses its own clock for a response without a date', () => {
  const inTwoMinutes = new Date(Date.now() + 120_000).toUTCString();
  for (const unusable of [null, 'today'])
    expect([119, 120, 121]).toContain(parseRetryAfter(inTwoMinutes, unusable));
});

it('waits twice as long after each failure, at most 30 s', () => {
  expect([0, 1, 5, 6, 5_000].map((failures) => backOff(failures))).toEqual([
    500, 1_000, 16_000, 30_000, 30_000,
  ]);
});
