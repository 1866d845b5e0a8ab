import { expect, it } from 'vitest';
import type { Group } from '../contract/groups/groups.ts';
import type { OidcOp } from '../contract/oidc/oidc-ops.ts';
import { completeGroup, completeProvider, completeRole, withDefaults } from './records.ts';

const role = { name: 'Operators', features: [{ name: 'group', privilege: 'rw' }] };

it('reads an authentication result that is only the roles', () => {
  for (const body of [[role], { roles: [role] }, { data: [role] }, { data: { roles: [role] } }])
    expect(withDefaults(body)).toMatchObject({
      login: '',
      user: '',
      group: { name: '', group_resource: '' },
      roles: [{ name: 'Operators', description: '', group_resources: [], features: role.features }],
    });
  const maria = { login: 'maria', user: 'https://service.example/api/v10/users/5/' };
  expect(withDefaults(maria)).toMatchObject({ login: 'maria', user: '/users/5', roles: [] });
  for (const body of [undefined, null, 7, {}, { roles: 'all' }, { data: {} }])
    expect(() => withDefaults(body)).toThrow("The service's response isn't an authentication result");
});

it('fills in null and missing texts and lists, and keeps other fields', () => {
  const group = JSON.parse('{"name":null,"group_resource":"/groups/7","age":"x"}') as Group;
  expect(completeGroup(group)).toMatchObject({ name: '', description: '', mode: '', age: 'x' });
  expect(completeRole({ name: 'Operators' })).toMatchObject({ description: '', features: [], users: [] });
  const provider = JSON.parse('{"id":1,"resource":"/oidc_ops/1","name":"A","scope":null}') as OidcOp;
  expect(completeProvider(provider)).toMatchObject({ id: 1, scope: '', issuer: '' });
});

it('names a record by its path if its name looks empty', () => {
  expect(completeRole({ name: '\u3164', role_resource: '/roles/2' }).name).toBe('(no visible name) /roles/2');
});
