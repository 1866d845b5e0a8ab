import { describe, expect, it } from 'vitest';
import { completed } from './completed.ts';

describe('an authentication result', () => {
  const role = { name: 'Operators', features: [{ name: 'group', privilege: 'rw' }] };

  it('stays as it is where it is complete', () => {
    const whole = {
      login: 'maria',
      user: '/users/5',
      group: { name: 'EMEA', group_resource: '/groups/1' },
      roles: [{ ...role, description: '', role_resource: '/roles/1', users: ['maria'], group_resources: [] }],
    };
    expect(completed(whole)).toEqual(whole);
  });

  it('may be the roles alone', () => {
    for (const body of [[role], { roles: [role] }]) {
      expect(completed(body)).toMatchObject({
        login: '',
        user: '',
        group: { name: '' },
        roles: [{ name: 'Operators', group_resources: [], features: role.features }],
      });
    }
  });

  it('is nobody with no role where nothing usable came', () => {
    for (const body of [undefined, null, 7, {}, { roles: 'all' }]) {
      expect(completed(body)).toMatchObject({ login: '', roles: [] });
    }
    expect(completed([{ name: 'x' }]).roles[0]?.features).toEqual([]);
  });
});
