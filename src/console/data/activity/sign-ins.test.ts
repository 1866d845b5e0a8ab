import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RejectionCode, SignInEvent } from '../../../contract/activity/sign-in-events.ts';
import { causesOf, dailySignIns, successRate } from './daily.ts';
import { toLocalInput } from './filters.ts';
import { detectBrowser } from './user-agent.ts';

function event(id: number, at: Date, code: RejectionCode | null): SignInEvent {
  return {
    sign_in_event_resource: `/sign_in_events/${id}`,
    at: at.toISOString(),
    outcome: code === null ? 'signed_in' : 'rejected',
    method: 'oidc',
    login: null,
    user: null,
    oidc_op_resource: '/oidc_ops/1',
    oidc_op_name: 'Acme',
    address: '192.0.2.1',
    user_agent: '',
    request_id: '',
    reference: null,
    code,
  };
}

const noon = new Date(2026, 2, 30, 12);

describe('causes', () => {
  it('counts rejected sign-ins by code, the most frequent and recent one first', () => {
    const events = (
      ['wrong_nonce', 'no_username', null, 'unknown_user', 'no_username', 'unknown_user'] as const
    ).map((code, index) => event(9 - index, noon, code));
    expect(
      causesOf(events).map(({ code, count, latest }) => [code, count, latest.sign_in_event_resource]),
    ).toEqual([
      ['no_username', 2, '/sign_in_events/8'],
      ['unknown_user', 2, '/sign_in_events/6'],
      ['wrong_nonce', 1, '/sign_in_events/9'],
    ]);
  });
});

describe('sign-ins per day', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('counts by local day, and ignores older ones', () => {
    const events = [
      event(5, noon, null),
      event(4, new Date(2026, 2, 30, 0, 0), 'no_username'),
      event(3, new Date(2026, 2, 29, 23, 59), null),
      event(2, new Date(2026, 2, 28, 0, 0), null),
      event(1, new Date(2026, 2, 27, 23, 59), null),
    ];
    const days = dailySignIns(events, 3, noon);
    expect(days.map(({ start, signedIn, rejected }) => [start.getDate(), signedIn, rejected])).toEqual([
      [28, 1, 0],
      [29, 1, 0],
      [30, 1, 1],
    ]);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Asia/Kolkata', '2026-03-29', 24],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ])('counts in %s from midnight to midnight: %s has %d hours', (zone, day, hours) => {
    vi.stubEnv('TZ', zone);
    const start = new Date(`${day}T00:00`);
    const end = new Date(start.getTime() + hours * 3_600_000);
    const events = [
      event(4, end, null),
      event(3, new Date(end.getTime() - 1), 'no_username'),
      event(2, start, null),
      event(1, new Date(start.getTime() - 1), null),
    ];
    const days = dailySignIns(events, 3, new Date(end.getTime() + 12 * 3_600_000));
    expect(days.map(({ start: midnight }) => toLocalInput(midnight.toISOString()).slice(11))).toEqual([
      '00:00',
      '00:00',
      '00:00',
    ]);
    expect(days.map(({ signedIn, rejected }) => [signedIn, rejected])).toEqual([
      [1, 0],
      [1, 1],
      [1, 0],
    ]);
  });

  it.each([
    [[{ signedIn: 999, rejected: 1 }], 99],
    [[{ signedIn: 2, rejected: 0 }], 100],
    [
      [
        { signedIn: 0, rejected: 3 },
        { signedIn: 1, rejected: 0 },
      ],
      25,
    ],
    [[{ signedIn: 0, rejected: 0 }], undefined],
  ])('has a success rate: %j', (days, rate) => {
    expect(successRate(days)).toBe(rate);
  });
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140 on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge 141 on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari 18 on iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome 141 on Android',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', ''],
])('names the browser of %s', (userAgent, name) => {
  expect(detectBrowser(userAgent)).toBe(name);
});
