import { expect, it } from 'vitest';
import { emptyForm } from './form-values.ts';
import { mayUndo } from './moved-secret.ts';

const before = {
  ...emptyForm,
  name: 'Acme',
  metadata_url: 'https://a.example/.well-known/openid-configuration',
  token_endpoint: 'https://a.example/token',
};

it.each([
  [{ name: 'Acme 2' }, true],
  [{ token_endpoint: 'https://a.example/v2/token' }, true],
  // The stored secret would be sent there.
  [{ name: 'Acme 2', token_endpoint: 'https://b.example/token' }, false],
  // The service would fill other fields.
  [{ metadata_url: 'https://a.example/v2' }, false],
])('knows whether saving %j may be undone', (changes, expected) => {
  const old = Object.fromEntries(Object.entries(before).filter(([name]) => name in changes));
  expect(mayUndo(old, { ...before, ...changes })).toBe(expected);
});
