import { describe, expect, it } from 'vitest';
import { features } from '../../../contract/access/privileges.ts';
import { differencesToCsv, differencesToJson, toCsv, toJson } from './explain/export.ts';
import { accessOf, type AccessRole } from './model.ts';
import {
  compareRoles,
  effectiveFeatures,
  explain,
  lackingFor,
  privilegesOn,
  strongest,
} from './privileges.ts';

function role(name: string, grants: Record<string, string>, groups: string[]): AccessRole {
  return {
    path: `/roles/${name}`,
    name,
    description: '',
    grants: Object.entries(grants).map(([feature, privilege]) => ({ name: feature, privilege })),
    groups,
  };
}

// Default 0 > EMEA 1 > Acme 2; Default 0 > Americas 3.
const parents: Record<string, string> = {
  '/groups/2': '/groups/1',
  '/groups/1': '/groups/0',
  '/groups/3': '/groups/0',
};
function chainOf(path: string) {
  const paths = [path];
  for (let above = parents[path]; above !== undefined; above = parents[above]) paths.push(above);
  return { paths, complete: true };
}

const emea = role('EMEA', { group: 'rw', device: 'ro' }, ['/groups/1']);
const readers = role('Readers', { group: 'ro', device: 'ro' }, ['/groups/0']);
const strange = role('Strange', { group: 'audit', teleport: 'maybe' }, ['/groups/0']);

describe('reading an authentication result', () => {
  const raw = { name: 'EMEA', role_resource: '/roles/2', features: [{ name: 'group', privilege: 'rw' }] };

  it('takes the whole result, the roles in an object, and the roles alone', () => {
    const whole = {
      login: 'tenant',
      user: '/users/2',
      group: { name: 'EMEA', group_resource: '/groups/1' },
      roles: [{ ...raw, group_resources: ['/groups/1'] }],
    };
    expect(accessOf(whole)).toMatchObject({
      login: 'tenant',
      group: { path: '/groups/1', name: 'EMEA' },
      roles: [{ name: 'EMEA', groups: ['/groups/1'] }],
    });
    for (const alone of [[raw], { roles: [raw] }, { data: [raw], rows: 1 }, { data: { roles: [raw] } }]) {
      expect(accessOf(alone)).toMatchObject({ login: '', roles: [{ path: '/roles/2', groups: [] }] });
    }
    expect(accessOf([])).toMatchObject({ roles: [] });
  });

  it('finds nothing in what is none', () => {
    for (const none of [
      null,
      7,
      'text',
      {},
      { roles: 'all' },
      { data: 5 },
      [{ login: 'x' }],
      { roles: [1] },
    ]) {
      expect(accessOf(none)).toBeUndefined();
    }
  });
});

describe('what is held', () => {
  it('is the strongest known privilege, and the unknown ones as they are', () => {
    expect(strongest(['ro', 'rw', 'ro'])).toEqual(['rw']);
    expect(strongest(['ro', 'zz', 'audit'])).toEqual(['ro', 'audit', 'zz']);
    expect(strongest([])).toEqual([]);
  });

  it('names every known feature and the unknown ones after them, with where each comes from', () => {
    const all = effectiveFeatures([emea, readers, strange]);
    expect(all.map(({ feature }) => feature)).toEqual([...features, 'teleport']);
    expect(all.find(({ feature }) => feature === 'group')).toMatchObject({
      privileges: ['rw', 'audit'],
      sources: [{ privilege: 'rw' }, { privilege: 'ro' }, { privilege: 'audit' }],
    });
    expect(all.find(({ feature }) => feature === 'palisade')).toMatchObject({ privileges: [], sources: [] });
  });

  it('counts on a group what applies to it or above it, and nothing beside it', () => {
    expect(privilegesOn([emea, readers], 'group', chainOf('/groups/2'))).toEqual(['rw']);
    expect(privilegesOn([emea, readers], 'group', chainOf('/groups/3'))).toEqual(['ro']);
    expect(privilegesOn([emea], 'group', chainOf('/groups/3'))).toEqual([]);
  });
});

describe('why', () => {
  const wanted = { feature: 'group', privilege: 'rw' };

  it('is the role and the group through which it reaches', () => {
    expect(explain([emea, readers], wanted, chainOf('/groups/2'))).toMatchObject({
      answer: 'yes',
      reasons: [{ role: emea, through: '/groups/1' }],
      near: [{ role: readers, lacks: 'privilege' }],
    });
    const read = explain([emea, readers], { feature: 'group', privilege: 'ro' }, chainOf('/groups/2'));
    expect(read.reasons.map(({ role: { name }, through }) => [name, through])).toEqual([
      ['EMEA', '/groups/1'],
      ['Readers', '/groups/0'],
    ]);
  });

  it('is not, where a role grants less or elsewhere', () => {
    expect(explain([emea, readers], wanted, chainOf('/groups/3'))).toMatchObject({
      answer: 'no',
      near: [
        { role: emea, lacks: 'group' },
        { role: readers, lacks: 'privilege' },
      ],
    });
    expect(explain([], wanted, chainOf('/groups/0'))).toEqual({ answer: 'no', reasons: [], near: [] });
  });

  it('takes an unknown privilege to satisfy itself alone', () => {
    const chain = chainOf('/groups/3');
    expect(explain([strange], { feature: 'teleport', privilege: 'maybe' }, chain).answer).toBe('yes');
    expect(explain([strange], { feature: 'teleport', privilege: 'ro' }, chain).answer).toBe('no');
  });

  it('is open where the groups above cannot be seen, unless a role applies to the top', () => {
    const unseen = { paths: ['/groups/9'], complete: false };
    expect(explain([emea], wanted, unseen).answer).toBe('unknown');
    expect(explain([readers], { feature: 'group', privilege: 'ro' }, unseen).answer).toBe('yes');
    expect(explain([readers], wanted, unseen).answer).toBe('no');
  });
});

describe('comparing', () => {
  it('tells what differs on which group, roles on groups above included', () => {
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

  it('tells what of a role somebody cannot give', () => {
    expect(lackingFor(readers, [emea], chainOf)).toEqual([
      { wanted: { feature: 'group', privilege: 'ro' }, group: '/groups/0' },
      { wanted: { feature: 'device', privilege: 'ro' }, group: '/groups/0' },
    ]);
    expect(lackingFor(emea, [emea], chainOf)).toEqual([]);
  });
});

describe('exporting', () => {
  const access = { login: 'x', user: '/users/9', group: { path: '/groups/1', name: 'EMEA' }, roles: [emea] };

  it('writes JSON with every feature and where it comes from', () => {
    const { features: held } = JSON.parse(toJson(access)) as { features: { feature: string }[] };
    expect(held).toHaveLength(features.length);
    expect(held.find(({ feature }) => feature === 'group')).toEqual({
      feature: 'group',
      privileges: ['rw'],
      from: [{ role: 'EMEA', role_resource: '/roles/EMEA', privilege: 'rw', group_resources: ['/groups/1'] }],
    });
  });

  it('is read back as the same access, for comparing with another day', () => {
    const both = { ...access, roles: [emea, readers] };
    const back = accessOf(JSON.parse(toJson(both)));
    expect(back).toMatchObject({ login: 'x', user: '/users/9', group: { path: '/groups/1' } });
    expect(compareRoles(both.roles, back?.roles ?? [], chainOf).every(({ same }) => same)).toBe(true);
    expect(back?.roles).toHaveLength(2);
  });

  it('writes what differs between two', () => {
    const rows = compareRoles([emea], [], chainOf);
    expect(differencesToCsv('me', '=them', rows).split('\r\n')).toEqual([
      "feature,group_resource,me,'=them",
      ...rows.map(({ feature, group, left }) => `${feature},${group},${left.join(' ')},`),
      '',
    ]);
    expect(JSON.parse(differencesToJson('me', 'them', rows))).toMatchObject({
      left: 'me',
      rows: rows.map(({ feature, group }) => ({ feature, group_resource: group, right: [], same: false })),
    });
  });

  it('writes CSV that a spreadsheet neither runs nor breaks', () => {
    const risky = { ...access, roles: [{ ...emea, name: '=1+1, "x"' }] };
    const lines = toCsv(risky).split('\r\n');
    expect(lines).toContain(`group,rw,"'=1+1, ""x""",/roles/EMEA,rw,/groups/1`);
    expect(lines).toContain('palisade,,,,,');
    expect(lines).toHaveLength(features.length + 2);
  });
});
