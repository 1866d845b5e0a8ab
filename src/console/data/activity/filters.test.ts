import { describe, expect, it } from 'vitest';
import { changesQuery, fromLocalInput, signInQuery, toLocalInput } from './filters.ts';

const now = Date.parse('2026-03-30T12:00:00.000Z');

describe('sign-in filters', () => {
  it.each([
    [{}, {}],
    [{ period: 'day' }, { since: '2026-03-29T12:00:00.000Z' }],
    [{ period: 'hour', since: '2026-01-01T00:00:00Z' }, { since: '2026-03-30T11:00:00.000Z' }],
    [
      { since: '2026-01-01T00:00:00+01:00', until: '2026-01-02' },
      { since: '2025-12-31T23:00:00.000Z', until: '2026-01-02T00:00:00.000Z' },
    ],
    [{ since: 'yesterday', until: '' }, {}],
    [
      { login: ' bob ', user: '/users/2', oidc_op: '/oidc_ops/1', outcome: 'rejected', code: 'no_username' },
      { login: 'bob', user: '/users/2', oidc_op: '/oidc_ops/1', outcome: 'rejected', code: 'no_username' },
    ],
    [{ reference: 'bktmrwqp ' }, { reference: 'BKTMRWQP' }],
    [{ reference: 'BKTM', login: ' ', user: 'bob', oidc_op: '/users/1' }, {}],
    [{ outcome: 'maybe', code: 'toString', period: 'toString' }, {}],
  ] as const)('send %j', (filter, query) => {
    expect(signInQuery(filter, now)).toEqual(query);
  });
});

describe('change filters', () => {
  it.each([
    [
      { resource: '/groups', action: 'deleted', login: 'ada', until: '2026-01-01T00:00:00Z' },
      { resource: '/groups', action: 'deleted', login: 'ada', until: '2026-01-01T00:00:00.000Z' },
    ],
    [{ resource: '/users/5' }, { resource: '/users/5' }],
    [{ resource: '/users/me' }, {}],
  ] as const)('send %j', (filter, query) => {
    expect(changesQuery(filter, now)).toEqual(query);
  });
});

it('converts between times and local inputs', () => {
  const time = new Date(2026, 2, 30, 7, 5).toISOString();
  expect(toLocalInput(time)).toBe('2026-03-30T07:05');
  expect(fromLocalInput('2026-03-30T07:05')).toBe(time);
  expect(toLocalInput(undefined)).toBe('');
  expect(toLocalInput('never')).toBe('');
  expect(fromLocalInput('')).toBeUndefined();
});
