import { describe, expect, it } from 'vitest';
import { decide, missingGrants, type Granting } from './decision.ts';

// Default 0 > EMEA 1 > Acme 2; Default 0 > Americas 3.
const parents: Record<number, number> = { 2: 1, 1: 0, 3: 0 };
function chainOf(group: number): number[] {
  const parent = parents[group];
  return parent === undefined ? [group] : [group, ...chainOf(parent)];
}

function role(grants: Record<string, string>, ...groups: number[]): Granting<number> {
  return { grants: Object.entries(grants).map(([name, privilege]) => ({ name, privilege })), groups };
}

const emea = role({ group: 'rw', device: 'ro' }, 1);
const readers = role({ group: 'ro' }, 0);
const read = { feature: 'group', privilege: 'ro' };
const write = { feature: 'group', privilege: 'rw' };

describe('deciding', () => {
  it('grants what a role grants on the group or above it', () => {
    expect(decide({ roles: [emea, readers] }, read, chainOf(2))).toMatchObject({
      granted: true,
      ownGroup: false,
      reasons: [
        { role: emea, through: 1 },
        { role: readers, through: 0 },
      ],
    });
  });

  it('names roles that grant less, or elsewhere', () => {
    expect(decide({ roles: [emea, readers] }, write, chainOf(3))).toMatchObject({
      granted: false,
      reasons: [],
      near: [
        { role: emea, lacks: 'group' },
        { role: readers, lacks: 'privilege' },
      ],
    });
  });

  it('lets everyone read their own group, but nothing else in it', () => {
    const holder = { roles: [] as Granting<number>[], ownGroup: 1 };
    expect(decide(holder, read, chainOf(1))).toMatchObject({ granted: true, ownGroup: true });
    expect(decide(holder, read, chainOf(2)).granted).toBe(false);
    expect(decide(holder, write, chainOf(1)).granted).toBe(false);
    expect(decide(holder, { feature: 'device', privilege: 'ro' }, chainOf(1)).granted).toBe(false);
    expect(decide<number, Granting<number>>({ roles: [] }, read, []).granted).toBe(false);
  });

  it('grants nothing on a group that does not exist', () => {
    expect(decide<number, Granting<number>>({ roles: [role({ group: 'rw' }, 0)] }, read, []).granted).toBe(
      false,
    );
  });
});

it("lists the grants of a role that someone can't pass on", () => {
  const both = role({ group: 'rw', device: 'ro' }, 1, 3);
  expect(missingGrants(both, [emea], chainOf)).toEqual([
    { required: write, group: 3 },
    { required: { feature: 'device', privilege: 'ro' }, group: 3 },
  ]);
  expect(missingGrants(emea, [emea], chainOf)).toEqual([]);
});
