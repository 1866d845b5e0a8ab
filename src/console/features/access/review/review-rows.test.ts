import { expect, it } from 'vitest';
import { completeUser } from '../../../../client/records.ts';
import { grantText } from '../../../../contract/access/privileges.ts';
import { appliesBelow, reviewRows, type ReviewedBy } from './review-rows.ts';

const chains: Record<string, string[]> = {
  '/groups/0': ['/groups/0'],
  '/groups/1': ['/groups/1', '/groups/0'],
  '/groups/2': ['/groups/2', '/groups/0'],
  '/groups/5': ['/groups/5', '/groups/1', '/groups/0'],
};
const chainOf = (path: string) => ({ paths: chains[path] ?? [path], complete: true });
const all = (_feature: string, _privileges: readonly string[]) => true;
const role = (id: number, group: string, grants: Record<string, string>) => ({
  path: `/roles/${id}`,
  name: `Role ${id}`,
  description: '',
  grants: Object.entries(grants).map(([name, privilege]) => ({ name, privilege })),
  groups: [group],
  administrator: '/groups/0',
});
const roles = new Map(
  [
    role(1, '/groups/0', { group: 'ro', device: 'ro' }),
    role(2, '/groups/1', { group: 'rw' }),
    role(3, '/groups/2', { device: 'rw' }),
    role(4, '/groups/5', { device: 'ro' }),
  ].map((each) => [each.path, each]),
);
const user = (login: string, ids: readonly number[]) =>
  completeUser({
    login,
    user_resource: `/users/${login}`,
    display_name: '',
    group_resource: '/groups/0',
    role_resources: ids.map((id) => `/roles/${id}`),
  });
const users = [user('none', []), user('both', [1, 2]), user('elsewhere', [3]), user('below', [4, 9])];

const listed = (by: ReviewedBy, group?: string, includes: typeof all = all) => {
  const reviewed = [...roles].filter(([, each]) => group === undefined || appliesBelow(each, group, chainOf));
  return reviewRows(users, new Map(reviewed), by, includes).map(
    (row) =>
      `${row.user.login}: ${row.grants.map(grantText).join()} by ${row.roles.map(({ name }) => name).join()}`,
  );
};

it('lists what each role grants to each user', () => {
  expect(listed('role')).toEqual([
    'both: Devices · view,Groups · view by Role 1',
    'both: Groups · change by Role 2',
    'elsewhere: Devices · change by Role 3',
    'below: Devices · view by Role 4',
  ]);
});

it('lists the effective privileges of each user, by feature or altogether, and the roles that grant them', () => {
  expect(listed('feature')).toEqual([
    'both: Devices · view by Role 1',
    'both: Groups · change by Role 1,Role 2',
    'elsewhere: Devices · change by Role 3',
    'below: Devices · view by Role 4',
  ]);
  expect(listed('user')[0]).toBe('both: Devices · view,Groups · change by Role 1,Role 2');
});

it('is limited to roles that apply to a group or to one below it', () => {
  expect(listed('feature', '/groups/1')).toEqual([
    'both: Devices · view by Role 1',
    'both: Groups · change by Role 1,Role 2',
    'below: Devices · view by Role 4',
  ]);
});

it('is limited to some features and privileges', () => {
  const includes = (_: string, privileges: readonly string[]) => privileges.includes('rw');
  const changes = ['both: Groups · change by Role 1,Role 2', 'elsewhere: Devices · change by Role 3'];
  expect(listed('feature', undefined, includes)).toEqual(changes);
  expect(listed('role', undefined, includes)).toEqual(['both: Groups · change by Role 2', changes[1]]);
});
