import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { endpoints } from '../contract/endpoints.ts';
import { groupsEndpoints } from '../contract/endpoints/groups.ts';
import { jobsEndpoints } from '../contract/endpoints/jobs.ts';
import { oidcOpsEndpoints } from '../contract/endpoints/oidc-ops.ts';
import { rolesEndpoints } from '../contract/endpoints/roles.ts';
import { usersEndpoints } from '../contract/endpoints/users.ts';
import { ApiError } from './errors.ts';
import { readBody } from './response-body.ts';

const { createGroup, createSubGroup } = groupsEndpoints;
const { createUser, updateUser } = usersEndpoints;
const { createRole, updateRole } = rolesEndpoints;
const { createOidcOp, updateOidcOp } = oidcOpsEndpoints;
const group = { group_resource: '/groups/5', name: 'EMEA' };
const user = { user_resource: '/users/5', group_resource: '/groups/1', login: 'maria' };
const provider = { id: 5, resource: '/oidc_ops/5', name: 'Acme' };

const records: [string, { read: Endpoint; writes: Endpoint[] }, object][] = [
  ['group', { read: groupsEndpoints.getGroup, writes: [createGroup, createSubGroup] }, group],
  ['user', { read: usersEndpoints.getUser, writes: [createUser, updateUser] }, user],
  ['role', { read: rolesEndpoints.getRole, writes: [createRole, updateRole] }, { role_resource: '/roles/5' }],
  ['provider', { read: oidcOpsEndpoints.getOidcOp, writes: [createOidcOp, updateOidcOp] }, provider],
  ['job status', { read: jobsEndpoints.getJobStatus, writes: [] }, { finished: false, message: '' }],
];

function failure(endpoint: Endpoint, body: unknown): readonly string[] {
  try {
    readBody(endpoint, body);
  } catch (error) {
    if (error instanceof ApiError) return error.detail;
    throw error;
  }
  throw new Error('It was read');
}

describe.each(records)('a response that should be a %s', (noun, { read, writes }, record) => {
  it('is read, even if it is wrapped', () => {
    for (const endpoint of [read, ...writes]) {
      expect(readBody(endpoint, record)).toBe(record);
      expect(readBody(endpoint, { data: record })).toBe(record);
    }
  });

  it.each([
    ['an empty object', {}, "it's an empty object"],
    ['nothing', undefined, "it's empty"],
    ['null', null, "it's null"],
    ['text', 'Hello', "it's a string"],
    ['a list', [record], "it's a list of 1 item"],
    ['a wrapped list', { data: [record] }, /^it has no \w+, but data$/],
  ])("can't be %s", (_, body, sentence) => {
    const [what = '', came] = failure(read, body).join('; ').split(': ');
    expect(what).toBe(`The service's response isn't a ${noun}`);
    expect(came).toMatch(sentence);
    for (const endpoint of writes) expect(readBody(endpoint, body)).toBeUndefined();
  });
});

it.each([{ id: 7 }, { id: '7', resource: null }, { resource: 'https://service.example/v10/oidc_ops/7/' }])(
  'reads the ID and the path of a provider: %j',
  (came) => {
    const read = { id: 7, resource: '/oidc_ops/7' };
    expect(readBody(oidcOpsEndpoints.getOidcOp, came)).toEqual(read);
    const list = readBody(oidcOpsEndpoints.listOidcOps, { rows: 1, data: [came] });
    expect(list).toEqual({ rows: 1, data: [read] });
  },
);

it('says what came, but no value, which may be secret', () => {
  const body = { client_secret: 'hunter2', ['long'.repeat(30)]: 1, a: 1, b: 2, c: 3, d: 4, e: 5 };
  const long = 'long'.repeat(10);
  expect(failure(oidcOpsEndpoints.getOidcOp, body)).toEqual([
    `The service's response isn't a provider: it has no resource, but client_secret, ${long}, a, b, c and 2 more fields`,
  ]);
  expect(failure(oidcOpsEndpoints.getOidcOp, { ...body, resource: '/configurations/x' })).toEqual([
    "The service's response isn't a provider: its resource isn't understood",
  ]);
});

it('reads every list only if it is one', () => {
  const lists = Object.values(endpoints).filter(({ summary }) => summary.startsWith('List '));
  expect(lists.length).toBeGreaterThan(8);
  for (const endpoint of lists) {
    expect(readBody(endpoint, { rows: 0, data: [], start: 0 })).toEqual({ rows: 0, data: [], start: 0 });
    for (const body of [{}, [], undefined, { data: {} }, { rows: 1, data: null }])
      expect(failure(endpoint, body)[0]).toMatch(/^The service's response isn't a list: /);
  }
});

it("rejects a list with a record whose path isn't understood", () => {
  const data = [{ group_resource: '/groups/1' }, { group_resource: '/configurations/x' }];
  expect(failure(groupsEndpoints.listGroups, { rows: 2, data })).toEqual([
    "The service's response isn't a group: its group_resource isn't understood",
  ]);
});

it("doesn't lose a new API key without saying so", () => {
  const { createApiKey } = usersEndpoints;
  expect(readBody(createApiKey, { data: { key: 'k', name: 'n' } })).toMatchObject({ key: 'k' });
  const [lost] = failure(createApiKey, { name: 'n' });
  expect(lost).toContain("isn't an API key: it has no key, but name");
});

const listed = { group_resource: '/groups/1' };
it.each([
  [{ data: [listed] }, 1],
  [{ data: [], rows: null }, 0],
  [{ data: [], rows: -1 }, 0],
  [{ data: [listed], rows: '250' }, 250],
  [{ data: [listed], rows: { total: 5 } }, 1],
])('a list has at least the records that it contains: %j', (body, rows) => {
  expect(readBody(groupsEndpoints.listGroups, body)).toMatchObject({ rows });
});
