import { describe, expect, it } from 'vitest';
import type { ListedRole } from '../../../contract/access/roles.ts';
import type { ListedUser } from '../../../contract/access/users.ts';
import type { Group } from '../../../contract/groups/groups.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import { buildModel } from '../groups/model.ts';
import {
  completeGroup,
  completeProvider,
  completeRole,
  completeUser,
  isReported,
  withDefaults,
} from './records.ts';

describe('withDefaults of an authentication result', () => {
  const role = { name: 'Operators', features: [{ name: 'group', privilege: 'rw' }] };

  it('leaves a complete result unchanged', () => {
    const whole = {
      login: 'maria',
      user: '/users/5',
      group: { name: 'EMEA', group_resource: '/groups/1' },
      roles: [
        {
          ...role,
          description: '',
          role_resource: '/roles/1',
          users: ['maria'],
          group_resources: [],
          admin_group: { name: 'EMEA', group_resource: '/groups/1' },
        },
      ],
    };
    expect(withDefaults(whole)).toEqual(whole);
  });

  it('accepts just the roles', () => {
    for (const body of [[role], { roles: [role] }, { data: [role] }, { data: { roles: [role] } }]) {
      expect(withDefaults(body)).toMatchObject({
        login: '',
        user: '',
        group: { name: '' },
        roles: [{ name: 'Operators', group_resources: [], features: role.features }],
      });
    }
  });

  it('rejects a body with neither roles nor a user', () => {
    for (const body of [undefined, null, 7, {}, { roles: 'all' }, { data: {} }])
      expect(() => withDefaults(body)).toThrow("The service's response isn't an authentication result");
    expect(withDefaults([{ name: 'x' }]).roles[0]?.features).toEqual([]);
    expect(withDefaults({ login: 'maria' })).toMatchObject({ login: 'maria', user: '', roles: [] });
  });

  it('keeps texts only where pages read them', () => {
    const given = { login: 12, group: { name: null, group_resource: '/groups/1' }, roles: [] };
    expect(withDefaults(given)).toMatchObject({
      login: '',
      group: { name: '', group_resource: '/groups/1' },
    });
    expect(withDefaults({ roles: [], group: null }).group).toMatchObject({ name: '', group_resource: '' });
  });

  it('leaves out roles that are none', () => {
    expect(withDefaults([null, 'Operators', role, 7]).roles).toMatchObject([{ name: 'Operators' }]);
  });

  it("reads the user's path with a prefix", () => {
    expect(withDefaults({ user: 'https://service.example/api/v10/users/5/' }).user).toBe('/users/5');
  });
});

it('distinguishes what is empty from what is not reported', () => {
  expect(isReported(completeRole({ name: 'Operators', users: [] }), 'users')).toBe(true);
  expect(isReported(completeRole({ name: 'Operators' }), 'users')).toBe(false);
  const user = completeUser(JSON.parse('{"display_name":null,"role_resources":null}') as object, '/users/5');
  expect(isReported(user, 'display_name')).toBe(true);
  expect(isReported(user, 'role_resources')).toBe(false);
  expect(isReported(user, 'last_sign_in_at')).toBe(false);
});

it('fills in missing and mistyped fields of a record, and keeps the others', () => {
  // Services may return something else than their contract promises.
  const malformed = JSON.parse(
    '{"login":null,"role_resources":{"a":1},"age":"x","display_name":"Maria"}',
  ) as object;
  expect(completeUser(malformed, '/users/5')).toMatchObject({
    login: '/users/5',
    display_name: 'Maria',
    user_resource: '/users/5',
    role_resources: [],
    unreported: expect.arrayContaining(['role_resources']) as string[],
    age: 'x',
  });
});

describe('a record whose name looks empty', () => {
  it('is named by its path', () => {
    expect(completeUser({ login: '\u200B', user_resource: '/users/5' })).toMatchObject({
      login: '(no visible name) /users/5',
      display_name: '',
    });
    expect(
      completeRole({
        name: '\u3164',
        role_resource: '/roles/2',
        admin_group: { name: ' ', group_resource: '/groups/3' },
      } as ListedRole),
    ).toMatchObject({
      name: '(no visible name) /roles/2',
      admin_group: { name: '(no visible name) /groups/3' },
    });
    const group = JSON.parse('{"name":7,"description":null,"group_resource":"/groups/7"}') as Group;
    expect(completeGroup(group)).toMatchObject({
      name: '(no visible name) /groups/7',
      description: '',
      mode: '',
    });
    expect(buildModel([group]).get(7)?.description).toBe('');
    const model = buildModel([{ name: '\u2800', group_resource: '/groups/7' }]);
    expect(model.get(7)?.name).toBe('(no visible name) /groups/7');
  });
});

it("leaves out what isn't an item of a list", () => {
  const grant = { name: 'group', privilege: 'rw' };
  const role = completeRole({
    features: [null, grant, { name: 'group' }, 'x', { name: 7, privilege: 'rw' }],
    users: [null, 'maria', {}],
    group_resources: ['/groups/1', 0, null],
  } as unknown as ListedRole);
  expect(role).toMatchObject({ features: [grant], users: ['maria'], group_resources: ['/groups/1'] });
  const user = completeUser({ role_resources: [null, '/roles/1', 7] } as unknown as ListedUser);
  expect(user.role_resources).toEqual(['/roles/1']);
});

it('keeps only texts of a provider, and its ID', () => {
  const op = {
    id: 1,
    resource: '/oidc_ops/1',
    name: { en: 'Okta' },
    issuer: ['x'],
    client_id: 12,
    scope: null,
  };
  expect(completeProvider(op as unknown as OidcOp)).toEqual({
    id: 1,
    resource: '/oidc_ops/1',
    name: '(no visible name) /oidc_ops/1',
    scope: null,
  });
});
