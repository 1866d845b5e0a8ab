import { expect, it } from 'vitest';
import { coveringGroup } from './coverage.ts';

it.each([
  ['the group itself', ['/groups/2'], ['/groups/2', '/groups/1', '/groups/0'], '/groups/2'],
  [
    'the nearest group above',
    ['/groups/0', '/groups/1'],
    ['/groups/2', '/groups/1', '/groups/0'],
    '/groups/1',
  ],
  ['the Default group, even if it is not visible', ['/groups/0'], ['/groups/2'], '/groups/0'],
  ['no group elsewhere in the tree', ['/groups/3'], ['/groups/2', '/groups/1', '/groups/0'], undefined],
  ['nothing for a role without groups', [], ['/groups/2', '/groups/0'], undefined],
])('a role covers a group through %s', (_what, roleGroups, chain, expected) => {
  expect(coveringGroup(roleGroups, chain)).toBe(expected);
});
