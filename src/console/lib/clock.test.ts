import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkOwnClock, clockAhead, currentTime, noteServiceTime, ownClock } from './clock.ts';

const hour = 3_600_000;

/** A response that says the service's time, as soon as it was asked for. */
const respond = (at: number) => noteServiceTime(new Date(at).toUTCString(), performance.now());

beforeEach(() => {
  vi.useFakeTimers();
  respond(Date.now());
});
afterEach(() => {
  vi.useRealTimers();
  // Other tests share the clock.
  respond(Date.now());
});

it("goes by the service's time", () => {
  respond(Date.now() - 3 * hour);
  expect(Math.abs(currentTime() - (Date.now() - 3 * hour))).toBeLessThanOrEqual(1_000);
  expect(Math.round(clockAhead.get() / hour)).toBe(3);
  vi.advanceTimersByTime(hour);
  expect(Math.abs(currentTime() - (Date.now() - 3 * hour))).toBeLessThanOrEqual(1_000);
});

it("doesn't jump when this computer's clock is set, and notices it", () => {
  const [before, own] = [currentTime(), ownClock.get()];
  vi.setSystemTime(Date.now() - 5 * hour);
  checkOwnClock();
  expect(currentTime()).toBe(before);
  expect(Math.round((ownClock.get() - own) / hour)).toBe(-5);
});

it('takes a clock for wrong only when a response says so, not after sleep', () => {
  // While a computer sleeps, the monotonic clock of some browsers stands still.
  vi.setSystemTime(Date.now() + 8 * hour);
  checkOwnClock();
  expect(Math.round(clockAhead.get() / hour)).toBe(0);
  respond(Date.now());
  expect(Math.round(clockAhead.get() / hour)).toBe(0);
  expect(Math.abs(currentTime() - Date.now())).toBeLessThanOrEqual(1_000);
});

it('ignores a response that says no time, and one that was slow', () => {
  const before = currentTime();
  noteServiceTime(null, performance.now());
  noteServiceTime('yesterday', performance.now());
  const sentAt = performance.now();
  const answeredAt = Date.now();
  vi.advanceTimersByTime(30_000);
  noteServiceTime(new Date(answeredAt).toUTCString(), sentAt);
  expect(Math.round(currentTime() - before)).toBe(30_000);
});
