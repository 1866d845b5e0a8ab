import { describe, expect, it } from 'vitest';
import { fieldNames, labels } from './fields.ts';
import {
  emptyForm,
  blankProblems,
  toCreateRequest,
  toSignInTestRequest,
  toForm,
  toUpdateRequest,
} from './form-values.ts';
import { sampleOp } from '../../../testing/oidc-op.ts';
import { oidcOpCreateBody, oidcOpUpdateBody } from '../../../contract/oidc/oidc-ops.ts';
import { checkForm, type BodySchema } from '../record-form.ts';

const saved = toForm(sampleOp);

/** The problems that the form shows with what it sends. */
const problemsWith = (schema: BodySchema<unknown>, data: object) =>
  Object.fromEntries(
    Object.entries(checkForm(schema, data, labels).errors).map(([name, { message }]) => [name, message]),
  );
const createProblems = (...form: Parameters<typeof toCreateRequest>) =>
  problemsWith(oidcOpCreateBody, toCreateRequest(...form));
const updateProblems = (...form: Parameters<typeof toUpdateRequest>) =>
  problemsWith(oidcOpUpdateBody, toUpdateRequest(...form));

it('toForm has every writable field, and turns null or missing ones into empty text', () => {
  expect(Object.keys(saved).toSorted()).toEqual([...fieldNames].toSorted());
  expect(toForm({ ...sampleOp, metadata_url: null }).metadata_url).toBe('');
  expect(toForm({ name: 'Acme' })).toMatchObject({ name: 'Acme', issuer: '', scope: '' });
  // A remote service may return other types.
  expect(toForm(JSON.parse('{"name":5,"scope":["openid"]}') as object)).toMatchObject({
    name: '5',
    scope: '["openid"]',
  });
});

describe('creating a provider', () => {
  const values = {
    ...emptyForm,
    name: 'Acme',
    client_id: 'palisade',
    username_path: 'sub',
    metadata_url: 'https://id.example/.well-known/openid-configuration',
  };

  it('omits blank fields, so that the metadata fills them', () => {
    expect(toCreateRequest(values, 's')).toEqual({
      name: 'Acme',
      client_id: 'palisade',
      client_secret: 's',
      username_path: 'sub',
      scope: 'openid',
      logout_method: 'none',
      metadata_url: 'https://id.example/.well-known/openid-configuration',
    });
    expect(createProblems(values, 's')).toEqual({});
  });

  it('sends the username expression exactly as typed', () => {
    const path = ' "https://x/é" || `"%27"` ';
    expect(toCreateRequest({ ...values, username_path: path }, 's').username_path).toBe(path);
  });
});

describe('updating a provider', () => {
  it('sends only changed fields, and the secret only if it is replaced', () => {
    expect(toUpdateRequest(saved, saved, undefined)).toEqual({});
    expect(toUpdateRequest(saved, { ...saved, name: 'Beta' }, undefined)).toEqual({ name: 'Beta' });
    expect(toUpdateRequest(saved, saved, 'new')).toEqual({ client_secret: 'new' });
    expect(toUpdateRequest(saved, { ...saved, userinfo_endpoint: '' }, undefined)).toEqual({
      userinfo_endpoint: '',
    });
  });

  it('sends the shown endpoints with a new metadata URL, and omits those to be filled', () => {
    const values = { ...saved, metadata_url: 'https://new.example/m', jwks_uri: '', issuer: '' };
    expect(toUpdateRequest(saved, values, undefined)).toEqual({
      metadata_url: 'https://new.example/m',
      authorization_endpoint: saved.authorization_endpoint,
      token_endpoint: saved.token_endpoint,
      userinfo_endpoint: saved.userinfo_endpoint,
    });
    expect(updateProblems(saved, values, undefined)).toEqual({});
  });

  it('validates only fields that are sent', () => {
    const invalid = { ...saved, token_endpoint: 'http://old.example' };
    expect(updateProblems(invalid, { ...invalid, name: 'Beta' }, undefined)).toEqual({});
    expect(updateProblems(invalid, { ...invalid, token_endpoint: 'http://new.example' }, undefined)).toEqual({
      token_endpoint: 'Must use https',
    });
  });

  it('rejects a blank required field and a blank new secret', () => {
    const values = { ...saved, issuer: '' };
    expect(blankProblems(saved, values)).toEqual({ issuer: 'Issuer is required' });
    expect(updateProblems(saved, values, '')).toMatchObject({ client_secret: 'Client secret is required' });
  });
});

const cleared = { ...saved, userinfo_endpoint: '' };

it('a sign-in test of a draft sends fields that saving would clear, and omits those that saving fills from the metadata', () => {
  expect(toSignInTestRequest(saved, cleared, undefined)).toMatchObject({
    metadata_url: saved.metadata_url,
    userinfo_endpoint: '',
  });
  const moved = { ...cleared, metadata_url: 'https://new.example/m' };
  for (const data of [toSignInTestRequest(saved, moved, 's'), toSignInTestRequest(undefined, cleared, 's')]) {
    expect(data).toHaveProperty('client_secret', 's');
    expect(data).not.toHaveProperty('userinfo_endpoint');
  }
});
