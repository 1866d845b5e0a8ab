import { describe, expect, it } from 'vitest';
import type { Group } from '../../../contract/groups/groups.ts';
import { completeRole } from '../../../client/records.ts';
import { groupRecord } from '../../../testing/setups/console-records.ts';
import { accessRoleOf } from '../access/model.ts';
import { rolesAffectedBy, rolesOn } from './group-access.ts';
import { buildModel } from './model.ts';

const role = (name: string, groups: number[], administrator = 0) =>
  accessRoleOf(
    completeRole({
      name,
      group_resources: groups.map((id) => `/groups/${id}`),
      // Completed, too.
      admin_group: { group_resource: `/groups/${administrator}` } as Group,
    }),
  );
const roles = [
  role('Everywhere', [0]),
  role('Elsewhere', [9]),
  role('Above', [1, 9]),
  role('Here', [2], 1),
  role('Administered here', [9], 2),
  role('Without groups', []),
];

/** Groups below each other, from the top down. */
function chain(parent: number | undefined, ids: readonly number[]) {
  const above = [parent, ...ids];
  return buildModel(ids.map((id, index) => groupRecord(id, above[index] ?? '')));
}

describe('the roles on a group', () => {
  it('are those that cover it or are administered there, nearest first', () => {
    const found = rolesOn(roles, chain(undefined, [0, 1, 2]), 2).map(
      ({ role: { name }, through, administered }) => [name, through, administered],
    );
    expect(found).toEqual([
      ['Here', 2, false],
      ['Above', 1, false],
      ['Everywhere', 0, false],
      ['Administered here', undefined, true],
    ]);
  });

  it("include those on the Default group, even if it isn't visible", () => {
    const found = rolesOn(roles, chain(0, [1]), 1);
    expect(found.map(({ role: { name } }) => name)).toEqual(['Above', 'Everywhere', 'Here']);
    expect(found.some(({ mayApply }) => mayApply)).toBe(false);
  });

  it('include those that may apply, through ancestors that are not visible', () => {
    const mayApply = (parent: number) =>
      rolesOn(roles, chain(parent, [1, 2]), 2)
        .filter((found) => found.mayApply)
        .map(({ role: { name } }) => name);
    expect(mayApply(9)).toEqual(['Elsewhere', 'Administered here']);
    expect(mayApply(0)).toEqual([]);
  });

  it('that lose a deleted group are separate from those that prevent the delete', () => {
    const { losing, administered } = rolesAffectedBy(roles, new Set([2, 3]));
    expect(losing.map(({ name }) => name)).toEqual(['Here']);
    expect(administered.map(({ name }) => name)).toEqual(['Administered here']);
  });
});
