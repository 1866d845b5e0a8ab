import { expect, it } from 'vitest';
import { changesTo, isSame } from './changes-to.ts';

it.each([
  ['', null, true],
  ['', undefined, true],
  ['a', 'A', false],
  [['/roles/2', '/roles/1'], ['/roles/1', '/roles/2'], true],
  [['/roles/1'], ['/roles/1', '/roles/2'], false],
  [[{ name: 'group', privilege: 'rw' }], [{ privilege: 'rw', name: 'group' }], true],
  [[{ name: 'group', privilege: 'rw' }], [{ name: 'group', privilege: 'ro' }], false],
])('says whether %j and %j are the same: %j', (one, other, same) => {
  expect(isSame(one, other)).toBe(same);
});

it('finds the values that differ from a record', () => {
  const record = { name: 'Acme', roles: ['/roles/1', '/roles/2'], path: '/users/1' };
  expect(changesTo(record, { name: 'Acme', roles: ['/roles/2', '/roles/1'] })).toEqual({});
  expect(changesTo(record, { name: 'New', roles: [], description: '' })).toEqual({ name: 'New', roles: [] });
});
