import { expect, it } from 'vitest';
import { isZoneFor, zoneNames } from './time-zones.ts';

it.each([
  ['kolkata', 'Asia/Calcutta'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Kyiv', 'Europe/Kiev'],
  ['kiev', 'Europe/Kyiv'],
  ['new york', 'America/New_York'],
  ['america new_york', 'America/New_York'],
  ['Buenos Aires', 'America/Argentina/Buenos_Aires'],
])('finds for %s the zone %s', (typed, zone) => {
  expect(isZoneFor(typed, zone)).toBe(true);
  expect(isZoneFor(typed, 'Europe/Berlin')).toBe(false);
});

it("names the browser's name first", () => {
  expect(zoneNames('Asia/Calcutta')).toEqual(['Asia/Calcutta', 'Asia/Kolkata']);
  expect(zoneNames('Europe/Berlin')).toEqual(['Europe/Berlin']);
});
