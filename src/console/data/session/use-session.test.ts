import { describe, expect, it } from 'vitest';
import { withDefaults } from '../../../client/records.ts';
import { holds } from './use-session.ts';

const rolesOf = (...roles: object[]) => withDefaults({ roles }).roles;
const granting = (name: string, privilege: string, more: object = {}) =>
  rolesOf({ features: [{ name, privilege }], ...more });

describe('a remote service, which decides itself', () => {
  it.each([
    ['no roles', rolesOf(), true],
    ['a role without features', rolesOf({ name: 'Operator' }), true],
    ...['all', 'write', 'RW'].map((word) => [word, granting('group', word), true] as const),
    ['rw', granting('group', 'rw'), true],
    ['ro', granting('group', 'ro'), false],
    ['another feature', granting('device', 'rw'), false],
  ] as const)('lets users change groups with %s', (what, roles, may) => {
    expect(holds(roles, 'group', 'rw', true)).toBe(may);
    expect(holds(roles, 'group', 'rw', true, ['/groups/1', '/groups/0'])).toBe(may);
    expect(holds(roles, 'group', 'rw')).toBe(what === 'rw');
  });

  it('lets them change nothing outside the groups of their roles', () => {
    const roles = granting('group', 'all', { group_resources: ['/groups/2'] });
    expect(holds(roles, 'group', 'rw', true, ['/groups/2', '/groups/0'])).toBe(true);
    expect(holds(roles, 'group', 'rw', true, ['/groups/1', '/groups/0'])).toBe(false);
  });
});
