import { expect, it } from 'vitest';
import { completeUser } from '../../../../client/records.ts';
import { appliesBelow, reviewRows } from './review-rows.ts';

const chains: Record<string, string[]> = {
  '/groups/0': ['/groups/0'],
  '/groups/1': ['/groups/1', '/groups/0'],
  '/groups/2': ['/groups/2', '/groups/0'],
  '/groups/5': ['/groups/5', '/groups/1', '/groups/0'],
};
const chainOf = (path: string) => ({ paths: chains[path] ?? [path], complete: true });
const all = () => true;
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

const listed = (group?: string, includes: (feature: string, held: readonly string[]) => boolean = all) => {
  const reviewed = [...roles].filter(([, each]) => group === undefined || appliesBelow(each, group, chainOf));
  return reviewRows(users, new Map(reviewed), includes).map(
    (row) =>
      `${row.user.login} ${row.feature} ${row.privileges.join()} ${row.roles.map(({ name }) => name).join()}`,
  );
};

it('lists the effective privileges of each user, and the roles that grant them', () => {
  expect(listed()).toEqual([
    'both device ro Role 1',
    'both group rw Role 1,Role 2',
    'elsewhere device rw Role 3',
    'below device ro Role 4',
  ]);
});

it('is limited to roles that apply to a group or to one below it', () => {
  expect(listed('/groups/1')).toEqual([
    'both device ro Role 1',
    'both group rw Role 1,Role 2',
    'below device ro Role 4',
  ]);
});

it('is limited to some features and privileges', () => {
  const includes = (_: string, privileges: readonly string[]) => privileges.includes('rw');
  expect(listed(undefined, includes)).toEqual(['both group rw Role 1,Role 2', 'elsewhere device rw Role 3']);
});
