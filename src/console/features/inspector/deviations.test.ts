import { describe, expect, it } from 'vitest';
import { authenticationEndpoints } from '../../../contract/endpoints/authentication.ts';
import { groupsEndpoints } from '../../../contract/endpoints/groups.ts';
import { jobsEndpoints } from '../../../contract/endpoints/jobs.ts';
import { oidcOpsEndpoints } from '../../../contract/endpoints/oidc-ops.ts';
import { usersEndpoints } from '../../../contract/endpoints/users.ts';
import { group } from '../../../contract/groups/groups.ts';
import { recordedCall } from '../../../testing/recorded-call.ts';
import { secretMark } from '../../api/redact.ts';
import { deviationsOf } from './deviations.ts';

const acme: Record<string, unknown> = Object.fromEntries(Object.keys(group.shape).map((name) => [name, '']));
const { mode: _, ...withoutMode } = acme;
const groupPlace = 'Resources and their fields › Group';

describe('an answer as the contract says', () => {
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
      'the gateway, which does not reach the service',
      recordedCall(groupsEndpoints.listGroups, { status: 502, body: { detail: ['refused'] } }),
    ],
    [
      'a job that is named in Location alone',
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
        body: { name: 'a', key: secretMark, api_key_resource: '/users/1/api_keys/1', created_at: '' },
      }),
    ],
  ])('deviates in nothing: %s', (_name, call) => {
    expect(deviationsOf(call)).toEqual([]);
  });

  it('deviates in nothing while it is on its way', () => {
    const { answer: _answer, ...open } = recordedCall(groupsEndpoints.getGroup);
    expect(deviationsOf(open)).toEqual([]);
  });
});

describe('an answer that deviates', () => {
  it('has a field too many, one too few and one of another type', () => {
    const body = { ...withoutMode, name: 7, colour: 'red' };
    expect(deviationsOf(recordedCall(groupsEndpoints.getGroup, { body }))).toEqual([
      {
        kind: 'other type',
        field: 'name',
        what: 'a number instead of a string',
        place: groupPlace,
        records: 1,
      },
      {
        kind: 'missing field',
        field: 'mode',
        what: 'is described, and not there',
        place: groupPlace,
        records: 1,
      },
      {
        kind: 'unknown field',
        field: 'colour',
        what: 'a string that is not described',
        place: groupPlace,
        records: 1,
      },
    ]);
  });

  it('tells the same in many records once, and how many they are', () => {
    const body = { rows: 3, data: [withoutMode, withoutMode, acme], start: 0 };
    const found = (address: string) =>
      deviationsOf(recordedCall(groupsEndpoints.listGroups, { address, body }));
    for (const address of ['/api/groups?start=0', '/api/groups?start=0&fields=name,mode'])
      expect(found(address)).toMatchObject([{ kind: 'missing field', field: 'data[].mode', records: 2 }]);
    expect(found('/api/groups?start=0&fields=name')).toEqual([]);
  });

  it('is looked into all the way down', () => {
    const roles = [{ name: 'r', features: 'rw' }];
    const found = deviationsOf(
      recordedCall(authenticationEndpoints.getAuthentication, {
        body: { login: 'a', user: '/users/1', group: withoutMode, roles, logout: { method: 'never' } },
      }),
    );
    expect(found).toContainEqual({
      kind: 'missing field',
      field: 'group.mode',
      what: 'is described, and not there',
      place: groupPlace,
      records: 1,
    });
    expect(found).toContainEqual({
      kind: 'other type',
      field: 'roles[].features',
      what: 'a string instead of a list',
      place: 'Resources and their fields › Role',
      records: 1,
    });
    expect(found).toContainEqual(
      expect.objectContaining({ field: 'logout.method', what: '"never" instead of one of local, none' }),
    );
  });

  it('has a status that is not declared', () => {
    const call = recordedCall(groupsEndpoints.updateGroup, { status: 204 });
    expect(deviationsOf(call)).toEqual([
      {
        kind: 'undeclared status',
        field: '',
        what: '204 is not among the statuses of this endpoint',
        place: 'Endpoints › Groups: PUT /groups/<id>',
        records: 1,
      },
    ]);
  });

  it('is an error without its details', () => {
    const call = recordedCall(groupsEndpoints.updateGroup, { status: 400, body: { error: 'no' } });
    expect(deviationsOf(call)).toMatchObject([
      { kind: 'missing field', field: 'detail', place: 'Errors, 2' },
      { kind: 'unknown field', field: 'error' },
    ]);
  });

  it('is no JSON at all', () => {
    const call = recordedCall(jobsEndpoints.getJobStatus, { body: '<html>' });
    expect(deviationsOf(call)).toMatchObject([
      {
        kind: 'other type',
        field: '',
        what: 'a string instead of an object',
        place: 'Resources and their fields › Background job status',
      },
    ]);
  });

  it('is told where the document describes it', () => {
    const place = (call: ReturnType<typeof recordedCall>) => deviationsOf(call)[0]?.place;
    const list = { body: { rows: 1, data: [{ id: 1 }] } };
    expect(place(recordedCall(oidcOpsEndpoints.listOidcOps, list))).toBe(
      'Resources and their fields › OIDC provider configuration',
    );
    expect(place(recordedCall(usersEndpoints.getUser, { body: {} }))).toBe(
      'Not in the document: extension GET /users/<id>',
    );
  });
});
