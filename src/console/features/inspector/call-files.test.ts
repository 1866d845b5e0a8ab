import { describe, expect, it } from 'vitest';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { recordedCall } from '../../../testing/recorded-call.ts';
import type { WatchedDeviation } from './deviations.ts';
import { toHar, toBundle } from './call-files.ts';

const origin = 'https://console.example';
const list = recordedCall(groupsEndpoints.listGroups, {
  address: '/api/groups?start=0&fields=name%2Cmode',
  body: { rows: 0, data: [], start: 0 },
});
const create = {
  ...recordedCall(groupsEndpoints.createGroup, { sent: { data: { name: 'Ä' } }, status: 201 }),
  id: 2,
};

const deviation: WatchedDeviation = {
  key: '',
  kind: 'unknown field',
  field: 'data[].colour',
  detail: "a string that isn't in the contract",
  reference: 'Records › Group',
  records: 2,
  response: 'GET /groups 200',
  summary: 'List visible groups',
  times: 3,
  lastCall: 1,
};

describe('the HAR', () => {
  it('has the fields that version 1.2 requires of an entry', () => {
    const { log } = toHar([create, list], origin, '1.2.3');
    expect(log.version).toBe('1.2');
    expect(log.creator).toEqual({ name: 'Palisade Console', version: '1.2.3' });
    const [first, second] = log.entries;
    expect(first).toMatchObject({
      startedDateTime: '2026-01-02T03:04:05.006Z',
      time: 42,
      request: {
        method: 'GET',
        url: 'https://console.example/api/groups?start=0&fields=name%2Cmode',
        cookies: [],
        headers: [{ name: 'Accept', value: 'application/json' }],
        queryString: [
          { name: 'start', value: '0' },
          { name: 'fields', value: 'name,mode' },
        ],
        headersSize: -1,
        bodySize: 0,
      },
      response: {
        status: 200,
        cookies: [],
        redirectURL: '',
        content: { mimeType: 'application/json', text: '{\n  "rows": 0,\n  "data": [],\n  "start": 0\n}' },
      },
      cache: {},
      timings: { send: 0, wait: 40, receive: 2 },
    });
    expect(second?.request).toMatchObject({
      postData: { mimeType: 'application/json', text: '{"data":{"name":"Ä"}}' },
      bodySize: 22,
    });
  });

  it('includes calls without a response, but no pending ones', () => {
    const { response: _, ...open } = list;
    const failed = { ...open, failure: "Couldn't reach the service" };
    const { milliseconds: _none, ...pending } = open;
    const { log } = toHar([failed, pending], origin, '1');
    expect(log.entries).toHaveLength(1);
    expect(log.entries[0]).toMatchObject({
      response: { status: 0 },
      timings: { wait: 42, receive: 0 },
      _error: "Couldn't reach the service",
    });
  });
});

it('the bundle has everything needed to reproduce a problem, but no demo sign-ins', () => {
  const bundle = toBundle(
    [create, list],
    [deviation],
    {
      page: `${origin}/groups/7?code=canary`,
      origin,
      gateway: {
        product_version: '1.2.3',
        public_origin: origin,
        mode: 'remote',
        service_host: 'service.example',
        service_tls: 'verified',
        certificate_expires_at: '',
        ignores_forwarded: false,
        demo_sign_ins: [{ login: 'admin', password: 'canary', what: '' }],
        lab: false,
      },
      scenario: {
        id: 'flaky-groups',
        name: 'Flaky group list',
        rules: [{ endpoint: 'listGroups', effect: { kind: 'cut' }, times: 3, left: 2, used: 1 }],
        expires_at: '1970-01-01T00:30:00.000Z',
      },
      browser: 'Browser 1',
      language: 'en',
      timeZone: 'UTC',
      viewport: '1 × 1',
      colorScheme: 'light',
    },
    new Date(0),
  );
  expect(JSON.stringify(bundle)).not.toContain('canary');
  expect(bundle).toMatchObject({
    made_at: '1970-01-01T00:00:00.000Z',
    scenario: { name: 'Flaky group list', rules: [{ endpoint: 'listGroups', left: 2 }] },
    versions: { product_version: '1.2.3', mode: 'remote', service_host: 'service.example' },
    deviations: [
      { kind: 'unknown field', field: 'data[].colour', response: 'GET /groups 200', times: 3, last_call: 1 },
    ],
    calls: [
      { call: 1, purpose: 'List visible groups', response: { status: 200, request_id: 'abc-1' } },
      { call: 2, request: { method: 'POST', address: '/api/groups', body: { data: { name: 'Ä' } } } },
    ],
  });
  expect(bundle.calls[1]?.curl).toContain('https://console.example/api/groups');
});
