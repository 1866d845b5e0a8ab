import { expect, it } from 'vitest';
import type { SignInStep, SignInTest } from '../../../contract/oidc/sign-in-tests.ts';
import { emptyForm } from './form-values.ts';
import { findRepairs, loginToCreate } from './repairs.ts';

const values = {
  ...emptyForm,
  issuer: 'https://id.example',
  token_endpoint: 'https://id.example/old-token',
  username_path: 'preferred_username || email',
};
// Only what is read.
const report = {
  published: { issuer: 'https://id.example/', token_endpoint: 'https://id.example/token' },
  id_token_claims: { sub: '1' },
} as Partial<SignInTest> as SignInTest;
const step = (more: Partial<SignInStep>): SignInStep => ({
  name: 'token_request',
  verdict: 'failed',
  message: '',
  facts: [],
  milliseconds: 0,
  ...more,
});

const wrongIssuer = (actual: string, more: Partial<SignInStep> = {}) =>
  step({ name: 'id_token_claims', error: 'wrong_issuer', expected: values.issuer, actual, ...more });

it.each<[what: string, step: SignInStep, labels: string[]]>([
  ['the published endpoint', step({ error: 'token_request_failed' }), ['Use the published token endpoint']],
  ['a new secret', step({ error: 'client_refused' }), ['Enter the secret again']],
  ['a new secret for another origin', step({ error: 'secret_for_other_origin' }), ['Enter the secret again']],
  [
    'the published issuer, which the ID token has too',
    wrongIssuer('https://id.example/'),
    ['Use the published issuer'],
  ],
  [
    'the published issuer or the one in the ID token',
    wrongIssuer('https://b.example'),
    ['Use the published issuer', 'Use this issuer'],
  ],
  [
    'no issuer that the authorization response contradicts',
    wrongIssuer('https://b.example', {
      facts: [{ label: 'iss of the authorization response', value: 'https://id.example' }],
    }),
    [],
  ],
  [
    'no issuer that is no web address',
    wrongIssuer('javascript:alert(1)', { name: 'callback' }),
    ['Use the published issuer'],
  ],
  [
    'the scopes of missing claims',
    step({ name: 'username_path', error: 'no_username' }),
    ['Add scope profile', 'Add scope email'],
  ],
  ['nothing for other claims', step({ name: 'id_token_claims', error: 'wrong_audience' }), []],
])('offers %s', (_what, failed, labels) => {
  expect(findRepairs(failed, report, values).map(({ label }) => label)).toEqual(labels);
});

it('offers fewer scopes if the provider rejects them', () => {
  const rejected = step({ name: 'callback', provider_response: { error: 'invalid_scope' } });
  const withScope = { ...values, scope: 'openid groups' };
  expect(findRepairs(rejected, report, withScope)).toEqual([
    { label: 'Request only openid', changes: { scope: 'openid' } },
  ]);
  expect(findRepairs(rejected, report, values)).toEqual([]);
});

it('offers no value that the form already has, or leaves to the metadata', () => {
  const failed = step({ error: 'token_request_failed' });
  for (const token_endpoint of ['', 'https://id.example/token'])
    expect(findRepairs(failed, report, { ...values, token_endpoint })).toEqual([]);
});

it('keeps parameters that were added to the authorization endpoint', () => {
  const failed = step({ name: 'authorization_request', error: 'refused_by_provider' });
  const published = { issuer: 'https://id.example', authorization_endpoint: 'https://id.example/authorize' };
  const offeredFor = (authorization_endpoint: string) =>
    findRepairs(failed, { ...report, published }, { ...values, authorization_endpoint });
  expect(offeredFor('https://id.example/authorize?prompt=login')).toEqual([]);
  expect(offeredFor('https://id.example/old?prompt=login')).toMatchObject([
    { changes: { authorization_endpoint: 'https://id.example/authorize?prompt=login' } },
  ]);
});

it.each([
  ['nadia', { actual: 'nadia' }, 'nadia'],
  ['no one whose login differs only in case', { expected: 'nadia', actual: 'Nadia' }, undefined],
  ['no one whose login is only described', { actual: 'nadia<U+200B>' }, undefined],
  ['no one after another failure', { error: 'wrong_issuer', actual: 'nadia' }, undefined],
] as const)('creates %s', (_who, more, login) => {
  expect(loginToCreate(step({ name: 'local_user', error: 'unknown_user', ...more }))).toBe(login);
});
