import { expect, it } from 'vitest';
import { deletionsToType } from './deletions.ts';
import { plan, type PlanOptions } from './plan.ts';
import { read } from './read.ts';
import type { Current } from './service.ts';

const admin = {
  login: 'admin',
  display_name: '',
  user_resource: '/users/1',
  group_resource: '/groups/0',
  role_resources: [],
};

/** Plans a file for a service with these users. */
async function planFor(users: object[], lines: string, options?: PlanOptions) {
  const current = { groups: [{ name: 'Default', group_resource: '/groups/0' }], missing: {} };
  const { steps, errors, consequences } = plan(
    read(`palisade: 1\nusers:\n${lines}`),
    { ...current, users },
    options,
  );
  return {
    keys: steps.map(({ key }) => key),
    errors: errors.map(({ line, message }) => `${line} ${message}`),
    warnings: consequences.flatMap(({ isWarning, text }) => (isWarning ? [text] : [])),
  };
}

it("doesn't take a user whose group can't be seen for a new one", async () => {
  const elsewhere = { ...admin, group_resource: '/groups/9' };
  const { keys, errors } = await planFor([elsewhere], '  - { login: admin, name: Ada }', { prune: true });
  const why = "/users/1 belongs to a group that you can't see or name";
  expect([keys, errors]).toEqual([[], [`3 admin can't be compared: ${why}`]]);
});

it("plans roles and users with items in their lists that aren't any", async () => {
  const role = {
    name: 'All',
    description: '',
    role_resource: '/roles/1',
    admin_group: { group_resource: '/groups/0' },
    features: [null, { name: 'group', privilege: 'rw' }, { name: 'device' }, 'x'],
    group_resources: [null, '/groups/0', 7],
  };
  const user = { ...admin, role_resources: [null, '/roles/1', {}] };
  const current = { groups: [{ name: 'Default', group_resource: '/groups/0' }], missing: {} };
  const text = `palisade: 1
roles: [{ name: All, applies_to: [/], features: { group: rw } }]
users: [{ login: admin, roles: [All] }]`;
  const found = plan(read(text), {
    ...current,
    roles: [role],
    users: [user],
  } as unknown as Current);
  expect([found.steps, found.errors]).toEqual([[], []]);
});

it('says how many users gain access', async () => {
  const users = Array.from({ length: 1200 }, (_, index) => `  - { login: u${index}, roles: [Viewers] }`);
  const role = 'roles: [{ name: Viewers, applies_to: [EMEA], features: { group: ro } }]';
  const emea = { name: 'EMEA', group_resource: '/groups/1', parent_resource: '/groups/0' };
  const groups = [{ name: 'Default', group_resource: '/groups/0' }, emea];
  const current = { groups, roles: [], users: [], missing: {} } as unknown as Current;
  const { consequences } = plan(read(`palisade: 1\n${role}\nusers:\n${users.join('\n')}`), current);
  expect(consequences.map(({ text }) => text)).toEqual(['1,200 users gain `ro` on `group` in EMEA']);
});

it.each([
  [10, 2, 0],
  [15, 3, 0],
  [14, 3, 3],
  [201, 199, 199],
  [1, 1, 1],
])('of %i providers, deleting %i needs the number %i', async (of, deleted, number) => {
  const providers = Array.from({ length: of }, (_, id) => ({
    resource: `/oidc_ops/${id + 1}`,
    name: `P${id}`,
  }));
  const kept = providers.slice(deleted).map(({ name }) => `{ name: ${name} }`);
  const current = { groups: [{ name: 'Default', group_resource: '/groups/0' }], missing: {} };
  const { deletions, consequences } = plan(
    read(`palisade: 1\noidc_providers: [${kept.join(', ')}]`),
    { ...current, oidc_providers: providers },
    { prune: true },
  );
  expect(deletionsToType(deletions)).toBe(number);
  expect(consequences[0]?.text).toBe(`Deletes ${deleted} of ${of} ${of === 1 ? 'provider' : 'providers'}`);
});

it('counts no new groups among those of which some are deleted', () => {
  const groups = ['', 'A', 'B', 'C', 'D'].map((name, id) => ({
    name,
    group_resource: `/groups/${id}`,
    parent_resource: id === 0 ? '' : '/groups/0',
  }));
  const names = Array.from({ length: 100 }, (_, index) => `{ name: N${index} }`);
  const file = read(`palisade: 1\ngroups: [{ name: A }, ${names.join(', ')}]`);
  const { deletions, consequences } = plan(file, { groups, missing: {} }, { prune: true });
  expect(deletionsToType(deletions)).toBe(3);
  expect(consequences[0]?.text).toBe('Deletes 3 of 4 groups');
});
