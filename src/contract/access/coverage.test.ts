import { expect, it } from 'vitest';
import { coveringGroup } from './decision.ts';

it.each([
  ['the group itself', [2], [2, 1, 0], 2],
  ['the nearest group above', [0, 1], [2, 1, 0], 1],
  ['no group elsewhere in the tree', [3], [2, 1, 0], undefined],
  ['nothing for a role without groups', [], [2, 0], undefined],
  ['nothing if the group does not exist', [0], [], undefined],
])('a role covers a group through %s', (_what, roleGroups, chain, expected) => {
  expect(coveringGroup<number>(roleGroups, chain)).toBe(expected);
});
