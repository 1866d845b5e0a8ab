import { describe, expect, it } from 'vitest';
import { accessRoleOf } from '../access/model.ts';
import { rolesAffectedBy, rolesOn } from './group-access.ts';

const role = (name: string, groups: number[], administrator = 0) =>
  accessRoleOf({
    name,
    group_resources: groups.map((id) => `/groups/${id}`),
    admin_group: { group_resource: `/groups/${administrator}` },
  });
const roles = [
  role('Everywhere', [0]),
  role('Elsewhere', [9]),
  role('Above', [1, 9]),
  role('Here', [2], 1),
  role('Administered here', [9], 2),
  accessRoleOf({ name: 'Without groups' }),
];

describe('the roles on a group', () => {
  it('are those that cover it or are administered there, nearest first', () => {
    const found = rolesOn(roles, [0, 1, 2]).map(({ role: { name }, through, administered }) => [
      name,
      through,
      administered,
    ]);
    expect(found).toEqual([
      ['Here', 2, false],
      ['Above', 1, false],
      ['Everywhere', 0, false],
      ['Administered here', undefined, true],
    ]);
  });

  it("include those on the Default group, even if it isn't visible", () => {
    expect(rolesOn(roles, [1]).map(({ role: { name } }) => name)).toEqual(['Above', 'Everywhere', 'Here']);
  });

  it('that lose a deleted group are separate from those that prevent the delete', () => {
    const { losing, administered } = rolesAffectedBy(roles, new Set([2, 3]));
    expect(losing.map(({ name }) => name)).toEqual(['Here']);
    expect(administered.map(({ name }) => name)).toEqual(['Administered here']);
  });
});
