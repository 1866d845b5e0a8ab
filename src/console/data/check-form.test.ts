import { expect, it } from 'vitest';
import { userCreateBody, userUpdateBody } from '../../contract/access/users.ts';
import { checkForm, fieldsOf, toSentence } from './record-form.ts';

const labels = {
  login: { label: 'Login' },
  display_name: { label: 'Name' },
  group_resource: { label: 'Group' },
};
const valid = { login: ' ada ', group_resource: '/groups/0' };
const problemsOf = (change: object) =>
  Object.entries(checkForm(userCreateBody, { ...valid, ...change }, labels).errors).map(
    ([name, error]) => `${name}: ${error.message}`,
  );

it('returns what the contract makes of valid values', () => {
  const { values, errors } = checkForm(userCreateBody, valid, labels);
  expect(errors).toEqual({});
  expect(values).toEqual({ ...valid, login: 'ada', display_name: '', role_resources: [] });
});

it.each([
  [{ login: ' ' }, 'login: Login is required'],
  [{ login: 'a'.repeat(256) }, 'login: Use at most 255 characters (currently 256)'],
  [{ group_resource: '' }, 'group_resource: Select a group'],
  [{ password: 'short' }, 'password: Use at least 12 characters (currently 5)'],
  [{ password: 'x'.repeat(1025) }, 'password: Use at most 1024 characters (currently 1025)'],
  [{ display_name: 'a\u0000b' }, 'display_name: Must not contain control characters'],
])('words the problem with %j for a form', (change, problem) => {
  expect(problemsOf(change)).toEqual([problem]);
});

it("leaves a service's own words and addresses as they are", () => {
  expect(toSentence('must be at most 9 characters', undefined, 'Client secret')).toBe(
    'Must be at most 9 characters',
  );
  expect(toSentence("isn't registered: https://id.example/cb_url", 'x', 'Redirect')).toBe(
    "Isn't registered: https://id.example/cb_url",
  );
  expect(toSentence('is required without metadata_url', undefined, 'Issuer')).toBe(
    'Issuer is required without metadata URL',
  );
});

it('knows the fields of a body', () => {
  expect(fieldsOf(userUpdateBody)).toContain('role_resources');
});
