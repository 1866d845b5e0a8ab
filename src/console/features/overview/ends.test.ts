import { expect, it } from 'vitest';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import type { ListedWatch } from '../../../contract/oidc/watch.ts';
import { calendarOf, endsOf } from './ends.ts';

const now = new Date('2026-01-01T12:00:00Z');
const watched = (name: string, secret: string | null, certificate: string | null, enabled = true) => ({
  op: { id: 3, name } as OidcOp,
  watch: { client_secret_ends_on: secret, certificate_ends: certificate, enabled } as ListedWatch,
});

it('lists what ends within 90 days or has ended, the first one first', () => {
  const ends = endsOf(
    [watched('Okta', '2026-02-01', '2027-01-01T00:00:00Z'), watched('Old', '2025-12-01', null, false)],
    [
      { api_key_resource: '/users/1/api_keys/2', name: 'nightly', expires_at: '2026-01-05T10:00:00Z' },
      {
        api_key_resource: '/users/7/api_keys/3',
        name: 'ci',
        login: 'rita',
        expires_at: '2026-01-06T10:00:00Z',
      },
    ],
    '/users/1',
    '2026-03-01T00:00:00Z',
    now,
  );
  expect(
    ends.map(({ what, day, address, warnDays }) => [what.replaceAll(/[⁦-⁩]/g, ''), day, address, warnDays]),
  ).toEqual([
    ['Client secret of Old', '2025-12-01', '/oidc/3', undefined],
    ['API key nightly', '2026-01-05', '/account', 14],
    ['API key ci of rita', '2026-01-06', '/access/users/7', 14],
    ['Client secret of Okta', '2026-02-01', '/oidc/3', 30],
    ["The console's TLS certificate", '2026-03-01', undefined, 14],
  ]);
});

it('exports them as all-day events, whose texts are escaped and folded', () => {
  const what = `Client secret of A; B, ${'ü'.repeat(60)}`;
  const text = calendarOf(
    [
      {
        id: '/oidc_ops/3/client_secret',
        what,
        day: '2026-02-01',
        at: '2026-02-01T23:59:59Z',
        address: '/oidc/3',
      },
    ],
    'https://console.example',
    now,
  );
  const lines = text.split('\r\n');
  expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
  const unfolded = text.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded).toContain('UID:/oidc_ops/3/client_secret@console.example');
  expect(unfolded).toContain('DTSTART;VALUE=DATE:20260201');
  expect(unfolded).toContain('DTSTAMP:20260101T120000Z');
  expect(unfolded).toContain(String.raw`SUMMARY:Client secret of A\; B\, ${'ü'.repeat(60)} ends`);
  expect([unfolded[0], unfolded.at(-2), unfolded.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
});
