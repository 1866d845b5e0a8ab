import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { preferences } from '../../lib/preferences/preferences.ts';
import { resetStores } from '../../lib/store.ts';
import { signInCount as counted } from '../../../testing/setups/console-records.ts';
import { toLocalInput } from './filters.ts';
import { causesOf, healthOf, periodsOf, periodStarts } from './sign-in-counts.ts';

const noon = new Date(2026, 2, 30, 12);

it('sums rejected sign-ins by code, the most frequent and recent one first', () => {
  const counts = [
    counted(noon, 'no_username', 2, 3),
    counted(noon, null, 9, 4),
    counted(noon, 'unknown_user', 3, 5),
    counted(noon, 'no_username', 1, 2),
    counted(noon, 'wrong_nonce', 1, 6),
  ];
  expect(causesOf(counts).map(({ code, count, latest }) => [code, count, latest])).toEqual([
    ['unknown_user', 3, '/sign_in_events/5'],
    ['no_username', 3, '/sign_in_events/3'],
    ['wrong_nonce', 1, '/sign_in_events/6'],
  ]);
});

describe('periods', () => {
  it('have the sums of their counts, also without any', () => {
    const starts = periodStarts('week', noon.getTime());
    const counts = [
      counted(starts[5] ?? noon, null, 4),
      counted(starts[5] ?? noon, 'no_username', 2),
      counted(starts[6] ?? noon, null, 1),
    ];
    const sums = periodsOf(counts, starts).map(({ signedIn, rejected }) => [signedIn, rejected]);
    expect(sums).toEqual([...Array.from({ length: 5 }, () => [0, 0]), [4, 2], [1, 0]]);
    expect(periodsOf([], starts).map(({ end }) => end)).toEqual([...starts.slice(1), undefined]);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Asia/Kolkata', '2026-03-29', 24],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ])('are days from midnight to midnight in %s: %s has %d hours', (zone, day, hours) => {
    vi.stubEnv('TZ', zone);
    const start = new Date(`${day}T00:00`);
    const end = new Date(start.getTime() + hours * 3_600_000);
    const starts = periodStarts('month', end.getTime() + 12 * 3_600_000);
    expect(starts).toHaveLength(30);
    expect(starts.slice(-2)).toEqual([start, end]);
    expect(new Set(starts.map((time) => toLocalInput(time.toISOString()).slice(11)))).toEqual(
      new Set(['00:00']),
    );
  });

  it.each(['Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns'])(
    'are hours by the local clock in %s, each once',
    (zone) => {
      vi.stubEnv('TZ', zone);
      for (const now of [
        '2026-10-25T05:10Z',
        '2026-03-29T05:10Z',
        '2026-04-05T05:10Z',
        '2026-03-08T20:10Z',
      ]) {
        const starts = periodStarts('day', Date.parse(now));
        // Lord Howe Island's clocks change by half an hour.
        const minutes = zone === 'Australia/Lord_Howe' ? [0, 30] : [0];
        expect(minutes).toEqual(expect.arrayContaining(starts.map((time) => time.getMinutes())));
        expect(new Set(starts.map(Number)).size).toBe(24);
        expect(starts).toEqual(starts.toSorted((one, other) => Number(one) - Number(other)));
        expect(Date.parse(now) - Number(starts.at(-1))).toBeLessThan(3_600_000);
      }
    },
  );
});

it.each([
  [0, 1, /^0 of 1 signed in this week$/],
  [1, 1, /^1 of 2 signed in this week$/],
  [1, 7, /^1 of 8 signed in/],
])('marks %d successful and %d rejected sign-ins of a week', (signedIn, rejected, text) => {
  const counts = [counted(noon, null, signedIn), counted(noon, 'unknown_user', rejected)].filter(
    ({ count }) => count > 0,
  );
  expect(healthOf(counts, [noon])?.state).toMatch(text);
});

it('starts periods by the clocks of the time zone that the user prefers', () => {
  onTestFinished(resetStores);
  preferences.open('/users/1');
  preferences.change({ zone: 'Asia/Kolkata' });
  const now = Date.parse('2026-03-30T19:10Z');
  const shown = (range: 'day' | 'week') =>
    periodStarts(range, now).map((time) => time.toISOString().slice(0, 16));
  expect(shown('week').at(-1)).toBe('2026-03-30T18:30');
  expect(shown('day').at(-1)).toBe('2026-03-30T18:30');
});
