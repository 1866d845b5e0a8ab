import { describe, expect, it } from 'vitest';
import { chainOf, holding, role } from '../../../testing/access-roles.ts';
import { explain } from './privileges.ts';
import { missingFor, fixesFor, smallestFirst } from './fixes.ts';

const administrators = role('Administrators', { group: 'rw', group_admin: 'rw', palisade: 'rw' }, [
  '/groups/0',
]);
const emea = role('EMEA', { group: 'ro', device: 'ro' }, ['/groups/1']);
const editors = role('Editors', { group: 'rw' }, ['/groups/2']);
const everywhere = role('Everywhere', { group: 'rw' }, ['/groups/0']);
const fresh = role('', {}, []);
const changeAcme = { required: { feature: 'group', privilege: 'rw' }, group: '/groups/2' };
const nobody = () => 0;

describe('changes that would grant a privilege', () => {
  it('all grant it', () => {
    for (const group of ['/groups/0', '/groups/1', '/groups/2', '/groups/3']) {
      for (const feature of ['group', 'device', 'palisade']) {
        for (const held of [[], [emea], [emea, editors]]) {
          const lacking = { required: { feature, privilege: 'rw' }, group };
          if (explain(held, lacking.required, chainOf(group)).granted === 'yes') continue;
          const found = fixesFor(lacking, held, [administrators, everywhere, editors], fresh, chainOf);
          expect(found.length).toBeGreaterThan(0);
          for (const { kind, role: before, changed } of found) {
            const after = [...held.filter((each) => kind !== 'edit' || each !== before), changed];
            expect(explain(after, lacking.required, chainOf(group)).granted).toBe('yes');
          }
        }
      }
    }
  });

  it('start with the one that grants nothing else', () => {
    const all = [administrators, everywhere, editors, emea];
    const found = smallestFirst(fixesFor(changeAcme, [emea], all, fresh, chainOf), nobody);
    expect(found.map(({ kind, role: { name }, extra }) => [kind, name, extra.length])).toEqual([
      ['assign', 'Editors', 0],
      ['create', '', 0],
      ['edit', 'EMEA', 1],
      ['assign', 'Everywhere', 2],
      ['assign', 'Administrators', 4],
    ]);
  });

  it('prefer a new role to a role that many users have', () => {
    const lacking = { required: { feature: 'group', privilege: 'rw' }, group: '/groups/1' };
    const found = fixesFor(lacking, [emea], [], fresh, chainOf);
    expect(smallestFirst(found, nobody).map(({ kind }) => kind)).toEqual(['edit', 'create']);
    expect(smallestFirst(found, () => 1).map(({ kind }) => kind)).toEqual(['create', 'edit']);
  });

  it('change a role as little as possible', () => {
    const [raised] = fixesFor(changeAcme, [emea], [], undefined, chainOf);
    expect(raised?.changed).toEqual({
      ...emea,
      grants: [
        { name: 'device', privilege: 'ro' },
        { name: 'group', privilege: 'rw' },
      ],
    });
    const americas = { ...changeAcme, group: '/groups/3' };
    const [extended] = fixesFor(americas, [editors], [], undefined, chainOf);
    expect(extended?.changed).toEqual({ ...editors, groups: ['/groups/2', '/groups/3'] });
  });

  it('only assign roles for features that the API does not name', () => {
    const custom = role('Custom', { teleport: 'maybe' }, ['/groups/0']);
    const lacking = { required: { feature: 'teleport', privilege: 'maybe' }, group: '/groups/2' };
    expect(fixesFor(lacking, [emea], [custom], fresh, chainOf).map(({ kind }) => kind)).toEqual(['assign']);
  });
});

it.each([
  [
    'no one who manages other groups only',
    role('T', { group_admin: 'rw', group: 'rw', device: 'rw' }, ['/groups/2']),
    { required: { feature: 'group_admin', privilege: 'rw' }, group: '/groups/1' },
  ],
  [
    'no one who would grant more than they hold',
    role('R', { group_admin: 'rw', group: 'ro', device: 'ro' }, ['/groups/0']),
    { required: { feature: 'group', privilege: 'rw' }, group: '/groups/2' },
  ],
  [
    'anyone who manages the user and holds what they would grant',
    role('A', { group_admin: 'rw', group: 'rw', device: 'ro' }, ['/groups/0']),
    undefined,
  ],
])('%s can make a change', (_who, held, missing) => {
  const assign = { kind: 'assign', role: editors, changed: editors, extra: [] } as const;
  const target = { group: '/groups/1', roles: [emea] };
  expect(missingFor(assign, holding(held), target, chainOf)).toEqual(missing);
});
