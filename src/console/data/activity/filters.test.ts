import { describe, expect, it, vi } from 'vitest';
import { changesQuery, firstMinute, lastMinute, signInQuery, toLocalInput } from './filters.ts';

const now = Date.parse('2026-03-30T12:00:00.000Z');

it.each([
  [{}, {}],
  [{ period: 'day' }, { since: '2026-03-29T12:00:00.000Z' }],
  [{ period: 'hour', since: '2026-01-01T00:00:00Z' }, { since: '2026-03-30T11:00:00.000Z' }],
  [
    { since: '2026-01-01T00:00:00+01:00', until: '2026-01-02' },
    { since: '2025-12-31T23:00:00.000Z', until: '2026-01-02T00:01:00.000Z' },
  ],
  [{ until: '2026-01-02T10:05:59.999Z' }, { until: '2026-01-02T10:06:00.000Z' }],
  [{ until: '+275760-09-13T00:00:00Z' }, {}],
  [{ since: 'yesterday', until: '' }, {}],
  [
    { login: ' bob ', user: '/users/2', oidc_op: '/oidc_ops/1', outcome: 'rejected', code: 'no_username' },
    { login: 'bob', user: '/users/2', oidc_op: '/oidc_ops/1', outcome: 'rejected', code: 'no_username' },
  ],
  [{ reference: 'bktmrwqp ' }, { reference: 'BKTMRWQP' }],
  [{ reference: 'BKTM', login: ' ', user: 'bob', oidc_op: '/users/1' }, {}],
  [{ outcome: 'maybe', code: 'toString', period: 'toString' }, {}],
] as const)('sign-in filters send %j', (filter, query) => {
  expect(signInQuery(filter, now)).toEqual(query);
});

it.each([
  [
    { resource: '/groups', action: 'deleted', login: 'ada', until: '2026-01-01T00:00:00Z' },
    { resource: '/groups', action: 'deleted', login: 'ada', until: '2026-01-01T00:01:00.000Z' },
  ],
  [{ resource: '/users/5' }, { resource: '/users/5' }],
  [{ resource: '/users/me' }, {}],
] as const)('change filters send %j', (filter, query) => {
  expect(changesQuery(filter, now)).toEqual(query);
});

describe('minutes in local time', () => {
  it.each([
    ['Asia/Kolkata', '2026-03-30T07:05', '01:35', '01:35'],
    // Clocks go back.
    ['Europe/Berlin', '2026-10-25T02:30', '00:30', '01:30'],
    ['America/New_York', '2026-11-01T01:00', '05:00', '06:00'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '14:45', '15:15'],
  ])('in %s, %s is from %s to %s', (zone, text, first, last) => {
    vi.stubEnv('TZ', zone);
    expect(firstMinute(text)?.slice(11, 16)).toBe(first);
    expect(lastMinute(text)?.slice(11, 16)).toBe(last);
    expect(toLocalInput(firstMinute(text))).toBe(text);
    expect(toLocalInput(lastMinute(text))).toBe(text);
  });
});
