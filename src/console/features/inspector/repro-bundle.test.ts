import { expect, it } from 'vitest';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { recordedCall } from '../../../testing/recorded-call.ts';
import { gatewayInfo } from '../../../testing/setups/gateway-info.ts';
import type { WatchedDeviation } from './deviations.ts';
import { toBundle } from './repro-bundle.ts';

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

it('the bundle has everything needed to reproduce a problem, but no demo sign-ins', () => {
  const bundle = toBundle(
    [create, list],
    [deviation],
    {
      page: `${origin}/groups/7?code=canary`,
      origin,
      gateway: { ...gatewayInfo, demo_sign_ins: [{ login: 'admin', password: 'canary', what: '' }] },
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
    versions: { product_version: 'test', mode: 'embedded' },
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
