import { expect, it } from 'vitest';
import { isLineage } from './named-groups.ts';

const group = (id: number, parent?: number) => ({
  name: `Group ${id}`,
  group_resource: `/groups/${id}`,
  parent_resource: parent === undefined ? '' : `/groups/${parent}`,
});

it('accepts only the requested groups and their ancestors', () => {
  const family = [group(0), group(1, 0), group(2, 1)];
  expect(isLineage(family, ['/groups/2'])).toBe(true);
  expect(isLineage(family, ['/groups/2', '/groups/1'])).toBe(true);
  expect(isLineage([], ['/groups/9'])).toBe(true);
  expect(isLineage(family, ['/groups/1'])).toBe(false);
  expect(isLineage([...family, group(3, 1)], ['/groups/2'])).toBe(false);
  expect(isLineage([group(1, 2), group(2, 1)], ['/groups/1'])).toBe(true);
});
