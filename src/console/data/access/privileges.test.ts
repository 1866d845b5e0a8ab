import { describe, expect, it, onTestFinished } from 'vitest';
import { withDefaults } from '../../../client/records.ts';
import { chainOf, role } from '../../../testing/access-roles.ts';
import { features } from '../../../contract/access/privileges.ts';
import { serviceKind } from '../../api/kind.ts';
import { toCsv, toJson } from './access-files.ts';
import { compareRoles, effectiveFeatures, explain, privilegesOn, strongest } from './privileges.ts';

const emea = role('EMEA', { group: 'rw', device: 'ro' }, ['/groups/1']);
const readers = role('Readers', { group: 'ro', device: 'ro' }, ['/groups/0']);
const custom = role('Custom', { group: 'audit', teleport: 'maybe' }, ['/groups/0']);

describe('effective privileges', () => {
  it('are the strongest known privilege and all unknown ones', () => {
    expect(strongest(['ro', 'rw', 'ro'])).toEqual(['rw']);
    expect(strongest(['ro', 'zz', 'audit'])).toEqual(['ro', 'audit', 'zz']);
    expect(strongest([])).toEqual([]);
  });

  it('cover every known feature, then unknown ones, with the granting roles', () => {
    const all = effectiveFeatures([emea, readers, custom]);
    expect(all.map(({ feature }) => feature)).toEqual([...features, 'teleport']);
    expect(all.find(({ feature }) => feature === 'group')).toMatchObject({
      privileges: ['rw', 'audit'],
      sources: [{ privilege: 'rw' }, { privilege: 'ro' }, { privilege: 'audit' }],
    });
    expect(all.find(({ feature }) => feature === 'palisade')).toMatchObject({ privileges: [], sources: [] });
  });

  it("don't include our name for the feature that a documented service names after itself", () => {
    serviceKind.set('documented');
    onTestFinished(() => serviceKind.set(undefined));
    expect(effectiveFeatures([emea]).map(({ feature }) => feature)).not.toContain('palisade');
  });

  it("on a group include its ancestors' roles, but not its siblings'", () => {
    expect(privilegesOn([emea, readers], 'group', chainOf('/groups/2'))).toEqual(['rw']);
    expect(privilegesOn([emea, readers], 'group', chainOf('/groups/3'))).toEqual(['ro']);
    expect(privilegesOn([emea], 'group', chainOf('/groups/3'))).toEqual([]);
  });
});

describe('explaining a privilege', () => {
  const required = { feature: 'group', privilege: 'rw' };

  it('treats an unknown privilege as satisfying only itself', () => {
    const chain = chainOf('/groups/3');
    expect(explain([custom], { feature: 'teleport', privilege: 'maybe' }, chain).granted).toBe('yes');
    expect(explain([custom], { feature: 'teleport', privilege: 'ro' }, chain).granted).toBe('no');
  });

  it("says unknown if ancestors aren't visible, unless a role covers the Default group", () => {
    const unseen = { paths: ['/groups/9'], complete: false };
    expect(explain([emea], required, unseen).granted).toBe('unknown');
    expect(explain([readers], { feature: 'group', privilege: 'ro' }, unseen).granted).toBe('yes');
    expect(explain([readers], required, unseen).granted).toBe('no');
  });
});

it('comparing lists the differences per group, counting roles on ancestors', () => {
  const found = compareRoles([emea], [readers], chainOf);
  expect(found).toEqual([
    { feature: 'device', group: '/groups/1', left: ['ro'], right: ['ro'], same: true },
    { feature: 'device', group: '/groups/0', left: [], right: ['ro'], same: false },
    { feature: 'group', group: '/groups/1', left: ['rw'], right: ['ro'], same: false },
    { feature: 'group', group: '/groups/0', left: [], right: ['ro'], same: false },
  ]);
  const twice = role('Twice', { device: 'ro' }, ['/groups/1', '/groups/0']);
  expect(compareRoles([], [twice], chainOf)).toEqual([
    { feature: 'device', group: '/groups/0', left: [], right: ['ro'], same: false },
  ]);
  expect(compareRoles([emea, readers], [readers, emea], chainOf).every(({ same }) => same)).toBe(true);
});

describe('exporting', () => {
  const exported = (name: string) =>
    withDefaults({
      login: 'x',
      roles: [
        {
          name,
          role_resource: '/roles/EMEA',
          features: [{ name: 'group', privilege: 'rw' }],
          group_resources: ['/groups/1'],
        },
      ],
    });

  it('writes JSON with every feature and the roles that grant it', () => {
    const { features: held } = JSON.parse(toJson(exported('EMEA'))) as { features: { feature: string }[] };
    expect(held).toHaveLength(features.length);
    expect(held.find(({ feature }) => feature === 'group')).toEqual({
      feature: 'group',
      privileges: ['rw'],
      from: [{ role: 'EMEA', role_resource: '/roles/EMEA', privilege: 'rw', group_resources: ['/groups/1'] }],
    });
  });

  it('escapes formulas and quotes in CSV', () => {
    const lines = toCsv(exported('=1+1, "x"')).split('\r\n');
    expect(lines).toContain(`group,rw,"'=1+1, ""x""",/roles/EMEA,rw,/groups/1`);
    expect(lines).toContain('palisade,,,,,');
    expect(lines).toHaveLength(features.length + 2);
  });
});
