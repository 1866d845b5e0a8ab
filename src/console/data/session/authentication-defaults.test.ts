import { describe, expect, it } from 'vitest';
import { withDefaults } from './authentication-defaults.ts';

describe('withDefaults of an authentication result', () => {
  const role = { name: 'Operators', features: [{ name: 'group', privilege: 'rw' }] };

  it('leaves a complete result unchanged', () => {
    const whole = {
      login: 'maria',
      user: '/users/5',
      group: { name: 'EMEA', group_resource: '/groups/1' },
      roles: [{ ...role, description: '', role_resource: '/roles/1', users: ['maria'], group_resources: [] }],
    };
    expect(withDefaults(whole)).toEqual(whole);
  });

  it('accepts just the roles', () => {
    for (const body of [[role], { roles: [role] }]) {
      expect(withDefaults(body)).toMatchObject({
        login: '',
        user: '',
        group: { name: '' },
        roles: [{ name: 'Operators', group_resources: [], features: role.features }],
      });
    }
  });

  it('returns an empty result for an unusable body', () => {
    for (const body of [undefined, null, 7, {}, { roles: 'all' }]) {
      expect(withDefaults(body)).toMatchObject({ login: '', roles: [] });
    }
    expect(withDefaults([{ name: 'x' }]).roles[0]?.features).toEqual([]);
  });
});
