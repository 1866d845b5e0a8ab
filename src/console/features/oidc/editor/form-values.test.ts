import { describe, expect, it } from 'vitest';
import { fieldNames } from './fields.ts';
import {
  emptyForm,
  problemsOfCreate,
  problemsOfUpdate,
  toCreateRequest,
  toDraftTrial,
  toForm,
  toUpdateRequest,
} from './form-values.ts';
import { sampleOp } from '../../../../testing/oidc-op.ts';

const saved = toForm(sampleOp);

describe('the form of a record', () => {
  it('has every writable field, and unset ones empty, whether null or left out', () => {
    expect(Object.keys(saved).toSorted()).toEqual([...fieldNames].toSorted());
    expect(toForm({ ...sampleOp, metadata_url: null }).metadata_url).toBe('');
    expect(toForm({ name: 'Odd' })).toMatchObject({ name: 'Odd', issuer: '', scope: '' });
    // As a service may answer, whatever was promised.
    expect(toForm(JSON.parse('{"name":5,"scope":["openid"]}') as object)).toMatchObject({
      name: '5',
      scope: '["openid"]',
    });
  });
});

describe('creating', () => {
  const values = {
    ...emptyForm,
    name: 'Acme',
    client_id: 'palisade',
    username_path: 'sub',
    metadata_url: 'https://id.example/.well-known/openid-configuration',
  };

  it('leaves out what is empty, so that the metadata fills it', () => {
    expect(toCreateRequest(values, 's')).toEqual({
      name: 'Acme',
      client_id: 'palisade',
      client_secret: 's',
      username_path: 'sub',
      scope: 'openid',
      logout_method: 'none',
      metadata_url: 'https://id.example/.well-known/openid-configuration',
    });
    expect(problemsOfCreate(values, 's')).toEqual({});
  });

  it('wants issuer and two endpoints where there is no metadata URL', () => {
    expect(Object.keys(problemsOfCreate({ ...values, metadata_url: '' }, 's'))).toEqual([
      'issuer',
      'authorization_endpoint',
      'token_endpoint',
    ]);
  });

  it('tells every problem at once, the secret’s too', () => {
    const problems = problemsOfCreate({ ...emptyForm, token_endpoint: 'http://a', scope: 'email' }, '');
    expect(problems).toMatchObject({
      name: 'Is required',
      client_id: 'Is required',
      client_secret: 'Is required',
      username_path: 'Is required',
      token_endpoint: 'Must use https',
      scope: 'Must contain openid',
    });
  });

  it('sends the expression to the byte as typed', () => {
    const path = ' "https://x/é" || `"%27"` ';
    expect(toCreateRequest({ ...values, username_path: path }, 's').username_path).toBe(path);
  });
});

describe('changing', () => {
  it('sends changed fields alone, and the secret only where it is replaced', () => {
    expect(toUpdateRequest(saved, saved, undefined)).toEqual({});
    expect(toUpdateRequest(saved, { ...saved, name: 'Beta' }, undefined)).toEqual({ name: 'Beta' });
    expect(toUpdateRequest(saved, saved, 'new')).toEqual({ client_secret: 'new' });
    expect(toUpdateRequest(saved, { ...saved, userinfo_endpoint: '' }, undefined)).toEqual({
      userinfo_endpoint: '',
    });
  });

  it('sends with a new metadata URL what the form shows, and leaves out what is to be filled', () => {
    const values = { ...saved, metadata_url: 'https://new.example/m', jwks_uri: '', issuer: '' };
    expect(toUpdateRequest(saved, values, undefined)).toEqual({
      metadata_url: 'https://new.example/m',
      authorization_endpoint: saved.authorization_endpoint,
      token_endpoint: saved.token_endpoint,
      userinfo_endpoint: saved.userinfo_endpoint,
    });
    expect(problemsOfUpdate(saved, values, undefined)).toEqual({});
  });

  it('judges only what is sent', () => {
    const odd = { ...saved, token_endpoint: 'http://old.example' };
    expect(problemsOfUpdate(odd, { ...odd, name: 'Beta' }, undefined)).toEqual({});
    expect(problemsOfUpdate(odd, { ...odd, token_endpoint: 'http://new.example' }, undefined)).toEqual({
      token_endpoint: 'Must use https',
    });
  });

  it('does not let a required field or a replaced secret be blank', () => {
    expect(problemsOfUpdate(saved, { ...saved, issuer: '' }, '')).toEqual({
      issuer: 'Cannot be emptied: what is left out keeps its stored value',
      client_secret: 'Must not be empty',
    });
  });
});

describe('a dry run of a draft', () => {
  const emptied = { ...saved, userinfo_endpoint: '' };

  it('sends as empty what saving leaves empty, and leaves out what saving fills from the metadata', () => {
    expect(toDraftTrial(saved, emptied, undefined)).toMatchObject({
      metadata_url: saved.metadata_url,
      userinfo_endpoint: '',
    });
    const moved = { ...emptied, metadata_url: 'https://new.example/m' };
    for (const data of [toDraftTrial(saved, moved, 's'), toDraftTrial(undefined, emptied, 's')]) {
      expect(data).toHaveProperty('client_secret', 's');
      expect(data).not.toHaveProperty('userinfo_endpoint');
    }
  });
});
