import { describe, expect, it } from 'vitest';
import { serviceOf, type TestRequest } from '../testing/configuration.ts';
import { apply, type Result } from './apply.ts';
import { plan, type Plan } from './plan.ts';
import { read } from './read.ts';
import { withoutSecrets } from './steps.ts';

it('hides a secret also if another one is its beginning', () => {
  const secrets = { A: 'secret', S: 'secret-long' };
  expect(withoutSecrets('bad: secret-long', new Map(Object.entries(secrets)))).toBe('bad: ••••••••');
});

type Fields = Record<string, unknown>;

const someone = { user: '/users/1', group: { group_resource: '/groups/0' } };

/** A service that keeps records as they're sent. */
function keepingService(records: Record<string, Fields[]>, caller: object = someone) {
  const store = structuredClone<Record<string, Fields[]>>({
    groups: [],
    roles: [],
    users: [],
    oidc_ops: [],
    ...records,
  });
  const writes: string[] = [];
  const respond = (data: unknown) => Promise.resolve({ status: data ? 200 : 404, body: { data } });
  const send = ({ method, path, body }: TestRequest) => {
    const [, collection = '', id] = path.replace(/\?.*/, '').split('/');
    const list = store[collection] ?? [];
    const own = `/${collection}/${id}`;
    if (id === undefined && method === 'GET') return respond(list);
    const found = list.find((record) => Object.values(record).includes(own));
    if (method === 'GET') return respond(found);
    writes.push(`${method} ${path}`);
    if (method === 'PUT' && found) Object.assign(found, (body as { data: Fields }).data);
    if (method === 'DELETE' && found) {
      list.splice(list.indexOf(found), 1);
      for (const role of store['roles'] ?? [])
        role['group_resources'] = (role['group_resources'] as string[]).filter((group) => group !== own);
    }
    return respond(found ?? {});
  };
  const service = serviceOf(send, { caller });
  const planned = async (text: string, prune = true) =>
    plan(read(`palisade: 1\n${text}`), await service.current(), { prune });
  const carriedOut = async (made: Plan, secrets: Record<string, string> = {}) => {
    const results: Result[] = [];
    for await (const result of apply(made, service, new Map(Object.entries(secrets)))) results.push(result);
    return results.map(({ outcome, detail }) => (detail === undefined ? outcome : `${outcome}: ${detail}`));
  };
  return { store, writes, service, planned, carriedOut };
}

const group = (id: number, name: string, parent?: number) => ({
  group_resource: `/groups/${id}`,
  name,
  description: 'Old',
  ...(parent === undefined ? {} : { parent_resource: `/groups/${parent}` }),
});
const role = (id: number, name: string, groups: number[], more: Fields = {}) => ({
  role_resource: `/roles/${id}`,
  name,
  description: 'Old',
  admin_group: { group_resource: '/groups/0' },
  group_resources: groups.map((each) => `/groups/${each}`),
  features: [{ name: 'group', privilege: 'rw' }],
  ...more,
});
const user = (id: number, login: string, roles: number[], belongsTo = 0) => ({
  user_resource: `/users/${id}`,
  login,
  display_name: 'Old',
  group_resource: `/groups/${belongsTo}`,
  role_resources: roles.map((each) => `/roles/${each}`),
});

it("creates groups below the top by the documented path if the service doesn't say whose group it is", async () => {
  const { writes, planned, carriedOut } = keepingService({ groups: [group(0, 'Default')] }, { roles: [] });
  await carriedOut(await planned('groups: [{ name: A }]'));
  expect(writes).toEqual(['POST /groups']);
});

it("doesn't change a record that refers to other unseen records than when the plan was made", async () => {
  const { store, writes, planned, carriedOut } = keepingService({
    groups: [group(0, 'Default')],
    roles: [role(1, 'Seen', [0, 98])],
    users: [user(1, 'admin', []), user(2, 'tara', [1, 98]), user(3, 'gone', [98])],
  });
  const made = await planned(`roles: [{ name: Seen, description: New }]
users: [{ login: admin, name: Old }, { login: tara, name: Old, roles: [] }]`);
  for (const each of [...store['users']!.slice(1), ...store['roles']!])
    for (const field of ['role_resources', 'group_resources'])
      each[field] = (each[field] as string[] | undefined)?.map((path) => path.replace('98', '99'));
  expect(await carriedOut(made)).toEqual([
    'changed: was changed since the plan was made: references',
    'changed: was changed since the plan was made: references',
    "failed: wasn't deleted, because a change before it failed",
  ]);
  const { steps, ...rest } = made;
  const deletions = steps.filter(({ action }) => action === 'delete');
  expect(await carriedOut({ ...rest, steps: deletions })).toEqual([
    'changed: was changed since the plan was made: references',
  ]);
  expect(writes).toEqual([]);
});

it.each([
  [false, 'changed: was created since the plan was made, without a password'],
  [true, 'already'],
])('counts a user created since the plan as done only with a password: %s', async (hasPassword, outcome) => {
  const { store, writes, planned, carriedOut } = keepingService({ groups: [group(0, 'Default')] });
  const made = await planned('users: [{ login: tara, name: Old, password: { env: P } }]', false);
  store['users']?.push({ ...user(2, 'tara', []), has_password: hasPassword });
  expect(await carriedOut(made, { P: 'correct horse' })).toEqual([outcome]);
  expect(writes).toEqual([]);
});

describe("what takes the caller's own access", () => {
  const groups = [group(0, 'Default'), group(1, 'Kept', 0), group(2, 'Gone', 0)];
  const kept = 'groups: [{ name: Kept, description: Old }]';
  const warnings = ({ consequences }: Plan) =>
    consequences.flatMap(({ text }) => (text.startsWith('This') ? [text] : []));

  it('comes after the deletions that may need it', async () => {
    const { writes, planned, carriedOut } = keepingService({
      groups,
      roles: [role(1, 'Own', [0, 2]), role(2, 'Other', [1, 2]), role(3, 'Old', [1])],
      users: [user(1, 'admin', [1, 3]), user(2, 'tara', [])],
    });
    const made = await planned(`${kept}
roles:
  - { name: Own, description: Old, applies_to: [/], features: { group: rw } }
  - { name: Other, description: Old, applies_to: [Kept], features: { group: ro } }
users: [{ login: admin, name: Old, roles: [Own] }]`);
    expect(made.errors).toEqual([]);
    expect(warnings(made)).toEqual([
      "This takes access from yourself, so it's applied last: Own, admin, Old",
    ]);
    expect(await carriedOut(made)).toEqual(Array(6).fill('done'));
    expect(writes).toEqual([
      'PUT /roles/2',
      'DELETE /users/2',
      'DELETE /groups/2',
      'PUT /roles/1',
      'PUT /users/1',
      'DELETE /roles/3',
    ]);
  });

  it('includes a new password, which ends sessions', async () => {
    const { writes, planned, carriedOut } = keepingService({
      groups,
      users: [user(1, 'admin', []), user(2, 'tara', [])],
    });
    const own = '{ login: admin, name: Old, password: { env: P, replace: true } }';
    const made = await planned(`users: [${own}, { login: tara, name: New }]`, false);
    expect(warnings(made)).toEqual(["This takes access from yourself, so it's applied last: admin"]);
    await carriedOut(made, { P: 'correct horse' });
    expect(writes).toEqual(['PUT /users/2', 'PUT /users/1']);
  });

  it('comes before the deletion of groups only if those need it', async () => {
    const { writes, planned, carriedOut } = keepingService({
      groups,
      roles: [role(1, 'Own', [0]), role(2, 'In it', [0], { admin_group: { group_resource: '/groups/2' } })],
      users: [user(1, 'admin', [1, 2])],
    });
    const made = await planned(`${kept}
roles: [{ name: Own, description: Old, features: { group: ro } }]
users: [{ login: admin, name: Old, roles: [Own] }]`);
    expect(made.errors).toEqual([]);
    expect(warnings(made)).toEqual([
      'This takes access from yourself, and has to be applied before groups are deleted: admin, In it (Gone)',
      "This takes access from yourself, so it's applied last: Own",
    ]);
    expect(await carriedOut(made)).toEqual(Array(4).fill('done'));
    expect(writes).toEqual(['PUT /users/1', 'DELETE /roles/2', 'DELETE /groups/2', 'PUT /roles/1']);
  });

  it("is any loss of a role if it isn't known which ones the caller has", async () => {
    const { writes, planned, carriedOut } = keepingService({
      groups,
      roles: [role(1, 'Any', [0])],
      users: [user(2, 'tara', [])],
    });
    const made = await planned(`${kept}\nroles: [{ name: Any, description: Old, features: {} }]`);
    expect(warnings(made)).toEqual(["This may take access from yourself, so it's applied last: Any"]);
    await carriedOut(made);
    expect(writes).toEqual(['DELETE /groups/2', 'PUT /roles/1']);
  });
});
