import { describe, expect, it } from 'vitest';
import { authenticationEndpoints } from '../../../contract/endpoints/authentication.ts';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { jobsEndpoints } from '../../../contract/endpoints/jobs.ts';
import { oidcOpsEndpoints } from '../../../contract/endpoints/oidc-ops.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { group } from '../../../contract/groups/groups.ts';
import { recordedCall } from '../../../testing/recorded-call.ts';
import { secretMark } from '../../../client/redact.ts';
import { findDeviations } from './deviations.ts';

const acme: Record<string, unknown> = Object.fromEntries(Object.keys(group.shape).map((name) => [name, '']));
const { mode: _, ...withoutMode } = acme;
const groupReference = 'Records › Group';
const described = (call: ReturnType<typeof recordedCall>) =>
  findDeviations(call).map(
    ({ kind, field, detail, reference, records }) =>
      `${kind}, ${field}: ${detail} (${reference}, ${records})`,
  );

describe('a response that conforms to the contract', () => {
  it.each([
    ['a record', recordedCall(groupsEndpoints.getGroup, { body: acme })],
    ['a list', recordedCall(groupsEndpoints.listGroups, { body: { rows: 1, data: [acme], start: 0 } })],
    ['no body', recordedCall(authenticationEndpoints.signOut, { status: 204 })],
    [
      'a declared error',
      recordedCall(groupsEndpoints.updateGroup, { status: 409, body: { detail: ['taken'] } }),
    ],
    [
      'an extension that the service lacks',
      recordedCall(groupsEndpoints.getGroup, { status: 405, body: { detail: ['no'] } }),
    ],
    [
      "the gateway if it can't reach the service",
      recordedCall(groupsEndpoints.listGroups, { status: 502, body: { detail: ['refused'] } }),
    ],
    [
      'a job that only Location names',
      recordedCall(groupsEndpoints.deleteGroup, {
        status: 202,
        headers: { location: '/delayed_job_statuses/1' },
        body: {},
      }),
    ],
    [
      'a field that was redacted',
      recordedCall(usersEndpoints.createApiKey, {
        status: 201,
        body: {
          name: 'a',
          key: secretMark,
          api_key_resource: '/users/1/api_keys/1',
          created_at: '',
          last_used_at: '',
          expires_at: '',
          read_only: false,
        },
      }),
    ],
  ])('has no deviations: %s', (_name, call) => {
    expect(findDeviations(call)).toEqual([]);
  });

  it('has no deviations while it is pending', () => {
    const { response: _answer, ...open } = recordedCall(groupsEndpoints.getGroup);
    expect(findDeviations(open)).toEqual([]);
  });
});

describe('a response that deviates', () => {
  it('has an unknown field, a missing field and a field of the wrong type', () => {
    const body = { ...withoutMode, name: 7, colour: 'red' };
    expect(described(recordedCall(groupsEndpoints.getGroup, { body }))).toEqual([
      `wrong type, name: a number instead of a string (${groupReference}, 1)`,
      `missing field, mode: in the contract, but not in the response (${groupReference}, 1)`,
      `unknown field, colour: a string that isn't in the contract (${groupReference}, 1)`,
    ]);
  });

  it('lists a deviation of many records once, with their number', () => {
    const body = { rows: 3, data: [withoutMode, withoutMode, acme], start: 0 };
    const found = (address: string) =>
      findDeviations(recordedCall(groupsEndpoints.listGroups, { address, body }));
    for (const address of ['/api/groups?start=0', '/api/groups?start=0&fields=name,mode'])
      expect(found(address)).toMatchObject([{ kind: 'missing field', field: 'data[].mode', records: 2 }]);
    expect(found('/api/groups?start=0&fields=name')).toEqual([]);
  });

  it('is found in a sample of a long list, from the first record to the last', () => {
    const found = (data: unknown[]) =>
      findDeviations(recordedCall(groupsEndpoints.listGroups, { body: { rows: 1000, data, start: 0 } }));
    const many = (records: Partial<typeof acme>) => Array.from({ length: 1000 }, () => records);
    expect(found(many(withoutMode))).toMatchObject([{ field: 'data[].mode', records: 50, sampled: true }]);
    for (const at of [0, 999])
      expect(found(many(acme).with(at, withoutMode))).toMatchObject([{ field: 'data[].mode', records: 1 }]);
    expect(found(many(acme).slice(0, 50).with(17, withoutMode))).toEqual([
      expect.not.objectContaining({ sampled: true }),
    ]);
  });

  it('is checked in nested records', () => {
    const roles = [{ name: 'r', features: 'rw' }];
    const found = described(
      recordedCall(authenticationEndpoints.getAuthentication, {
        body: { login: 'a', user: '/users/1', group: withoutMode, roles, logout: { method: 'never' } },
      }),
    );
    expect(found.join('\n')).toContain('missing field, group.mode: in the contract');
    expect(found.join('\n')).toContain(
      'wrong type, roles[].features: a string instead of a list (Records › Role, 1)',
    );
    expect(found.join('\n')).toContain('logout.method: "never" instead of one of local, none');
  });

  it('has an undeclared status', () => {
    expect(described(recordedCall(groupsEndpoints.updateGroup, { status: 204 }))).toEqual([
      "undeclared status, : 204 isn't declared for this endpoint (Endpoints › PUT /groups/{id}, 1)",
    ]);
  });

  it('is an error without its details', () => {
    const call = recordedCall(groupsEndpoints.updateGroup, { status: 400, body: { error: 'no' } });
    expect(findDeviations(call)).toMatchObject([
      { kind: 'missing field', field: 'detail', reference: 'Errors' },
      { kind: 'unknown field', field: 'error' },
    ]);
  });

  it("isn't JSON", () => {
    const call = recordedCall(jobsEndpoints.getJobStatus, { body: '<html>' });
    expect(described(call)).toEqual([
      'wrong type, : a string instead of an object (Records › Background job status, 1)',
    ]);
  });

  it('refers to the API reference', () => {
    const reference = (call: ReturnType<typeof recordedCall>) => findDeviations(call)[0]?.reference;
    const list = { body: { rows: 1, data: [{ id: 1 }] } };
    expect(reference(recordedCall(oidcOpsEndpoints.listOidcOps, list))).toBe(
      'Records › OIDC provider configuration',
    );
    expect(reference(recordedCall(usersEndpoints.getUser, { body: {} }))).toBe(
      'Endpoints › GET /users/{id} (extension)',
    );
  });
});
