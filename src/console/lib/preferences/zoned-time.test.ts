import { afterEach, describe, expect, it, vi } from 'vitest';
import { exactTime } from '../ago.ts';
import { resetStores } from '../store.ts';
import { csvCell, csvHeader } from '../../ui/data-table/columns.ts';
import { timeColumn } from '../../ui/data-table/time-column.tsx';
import { preferences } from './preferences.ts';
import { formatClock, formatTime, fromZone, toZone, zoneName } from './zoned-time.ts';

afterEach(resetStores);

const prefer = (values: Parameters<typeof preferences.change>[0]) => {
  preferences.open('/users/1');
  preferences.change(values);
};

describe.each(['preferred', "browser's"])('the %s time zone', (which) => {
  const use = (zone: string) => {
    if (which === 'preferred') prefer({ zone });
    else vi.stubEnv('TZ', zone);
  };

  it.each([
    ['Europe/Berlin', '2026-03-30T07:05', '2026-03-30T05:05'],
    ['Asia/Kathmandu', '2026-03-30T07:05', '2026-03-30T01:20'],
    ['Pacific/Kiritimati', '2026-01-01T00:00', '2025-12-31T10:00'],
    // Clocks go back: the first of the two.
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00'],
    ['America/New_York', '2026-11-01T01:00', '2026-11-01T05:00'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45'],
    // Clocks have just gone forward.
    ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00'],
  ])('in %s, %s is %s in UTC', (zone, text, utc) => {
    use(zone);
    expect(new Date(fromZone(text)).toISOString().slice(0, 16)).toBe(utc);
    expect(toZone(new Date(`${utc}Z`)).slice(0, 16)).toBe(text);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T03:30'],
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-04T02:45'],
  ])('in %s, the skipped time %s is %s', (zone, skipped, shown) => {
    use(zone);
    expect(toZone(new Date(fromZone(skipped))).slice(0, 16)).toBe(shown);
  });

  it('has no time for other texts', () => {
    use('Europe/Berlin');
    expect(fromZone('never')).toBeNaN();
    expect(toZone(new Date(Number.NaN))).toBe('');
  });
});

it('writes times into CSV files as spreadsheets read them', () => {
  prefer({ zone: 'Asia/Tokyo' });
  const column = timeColumn('at', 'Created', (item: { at: string }) => item.at);
  expect(csvHeader(column)).toBe('Created (Asia/Tokyo)');
  expect(csvCell(column, { at: '2026-03-30T20:05:12Z' })).toBe('2026-03-31 05:05:12');
  expect(csvCell(column, { at: 'long ago' })).toBe('long ago');
});

it('formats times as preferred, from the moment they change', () => {
  const at = new Date('2026-03-30T20:05:12Z');
  prefer({ zone: 'UTC', hours: '24' });
  expect(exactTime(at)).toBe('Mar 30, 2026, 20:05:12 UTC');
  expect(formatTime(at, { weekday: 'long' })).toBe('Monday');
  preferences.change({ hours: '12', zone: 'Asia/Tokyo' });
  expect(exactTime(at).replaceAll(' ', ' ')).toBe('Mar 31, 2026, 5:05:12 AM GMT+9');
  expect(formatTime(at, { weekday: 'long' })).toBe('Tuesday');
  expect(zoneName()).toBe('Asia/Tokyo');
  preferences.open('/users/2');
  expect(preferences.get()).toMatchObject({ zone: '', hours: '', start: '/' });
});

it.each([
  ['12', 0, /^2\sPM$/],
  ['12', 30, /^2:30\sPM$/],
  ['24', 0, /^14:00$/],
] as const)('leaves out the minutes of full hours with %s hours', (hours, minute, text) => {
  prefer({ zone: 'UTC', hours });
  expect(formatClock(new Date(Date.UTC(2026, 2, 3, 14, minute)))).toMatch(text);
});
