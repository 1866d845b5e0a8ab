import { expect, it } from 'vitest';
import { providerKind } from './provider-kind.ts';

it.each([
  ['entra', '', 'https://login.microsoftonline.com/common/v2.0'],
  ['google', '', 'https://accounts.google.com'],
  ['okta', '', 'https://dev-1.okta.com/oauth2/default'],
  ['keycloak', 'Google', 'https://id.example/realms/main'],
  ['other', 'Googleplex', 'https://id.example'],
  ['auth0', 'Sign in with Auth0', undefined],
  ['gitlab', 'GitLab', undefined],
] as const)('recognizes %s by the name “%s” and the URL %s', (kind, name, url) => {
  expect(providerKind(name, url)).toBe(kind);
});
