import { expect, it } from 'vitest';
import type { Change } from '../../../contract/activity/changes.ts';
import { growthOf, weekGrowth } from './week-changes.ts';

const change = (action: Change['action'], resource: string, count = 1, fields: string[] = []) => ({
  action,
  resource,
  count,
  fields: fields.map((name) => ({ name })),
});

it('adds what was created and imported, and subtracts what was deleted', () => {
  const changes = [
    change('created', '/groups/7'),
    change('imported', '/groups/0', 12),
    change('deleted', '/groups/5', 4),
    // A deletion that didn't finish.
    change('deleted', '/groups/6/groups', 2),
    change('updated', '/groups/7', 1, ['name']),
    change('created', '/users/9'),
    change('created', '/users/9/api_keys/1'),
  ];
  expect(growthOf(changes)).toEqual({ groups: 7, users: 1, roles: 0, providers: 0 });
});

it("doesn't know it of users who may have moved into view, or out of it", () => {
  const changes = [change('created', '/users/9'), change('updated', '/users/8', 1, ['group_resource'])];
  expect(growthOf(changes)).toEqual({ groups: 0, roles: 0, providers: 0 });
});

it('knows it if the newest changes cover the week', () => {
  const daysAgo = (days: number, id: number) => ({
    ...change('created', '/users/9'),
    change_resource: `/changes/${id}`,
    at: new Date(Date.now() - days * 24 * 3_600_000).toISOString(),
  });
  const growth = (...changes: object[]) => weekGrowth(changes as Change[]);
  expect(growth(daysAgo(1, 9), daysAgo(6, 8), daysAgo(8, 7))).toMatchObject({ users: 2 });
  expect(growth(daysAgo(1, 2), daysAgo(6, 1))).toMatchObject({ users: 2 });
  expect(growth(daysAgo(1, 9), daysAgo(6, 8))).toEqual({});
  expect(growth()).toEqual({});
});
