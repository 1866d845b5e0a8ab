import { describe, expect, it } from 'vitest';
import { emptyForm, toForm } from './form-values.ts';
import { filledByMetadata, metadataDifferences, provenance } from './provenance.ts';
import { sampleOp } from '../../../testing/oidc-op.ts';
import { describeDifference, diffText } from '../../lib/diff/text-diff.ts';

const saved = toForm(sampleOp);
const published = {
  issuer: saved.issuer,
  authorization_endpoint: saved.authorization_endpoint,
  token_endpoint: 'https://id.example/token/v2',
  userinfo_endpoint: saved.userinfo_endpoint,
  jwks_uri: saved.jwks_uri,
};

const withPrompt = {
  ...saved,
  authorization_endpoint: `${saved.authorization_endpoint}?prompt=select_account`,
};

describe('provenance', () => {
  it('compares the value with the published and saved ones, and marks nothing that is unchanged', () => {
    expect(provenance('issuer', saved, saved, published)).toBe('As published');
    expect(provenance('token_endpoint', saved, saved, published)).toBe('Differs from published');
    expect(provenance('token_endpoint', saved, saved, undefined)).toBeUndefined();
    expect(provenance('authorization_endpoint', withPrompt, saved, published)).toBe('As published');
    expect(provenance('name', { ...saved, name: 'Other' }, saved, published)).toBe('Changed');
    expect(provenance('name', { ...emptyForm, name: 'Other' }, undefined, undefined)).toBeUndefined();
    expect(provenance('scope', emptyForm, undefined, undefined)).toBeUndefined();
    expect(provenance('issuer', emptyForm, undefined, undefined)).toBeUndefined();
  });

  it('is "Filled on save" for a blank field with a new metadata URL', () => {
    const values = { ...emptyForm, metadata_url: 'https://id.example/m' };
    expect(provenance('issuer', values, undefined, undefined)).toBe('Filled on save');
    expect(provenance('issuer', { ...saved, issuer: '' }, saved, undefined)).toBeUndefined();
  });
});

describe('published metadata', () => {
  it('fills blank fields only, and completes the typed URL', () => {
    const url = 'https://id.example/.well-known/openid-configuration';
    const typed = { ...emptyForm, issuer: 'https://typed.example', metadata_url: 'https://id.example' };
    const { issuer: _, ...others } = published;
    expect(filledByMetadata(typed, undefined, { url, metadata: published })).toEqual({
      ...others,
      metadata_url: url,
    });
    const elsewhere = { ...saved, metadata_url: 'https://other.example/metadata', jwks_uri: '' };
    expect(filledByMetadata(elsewhere, saved, { url, metadata: published })).toEqual({
      jwks_uri: saved.jwks_uri,
    });
  });

  it('sets the metadata URL of a new provider only', () => {
    const preview = { url: 'https://id.example/m', metadata: published };
    expect(filledByMetadata(emptyForm, undefined, preview).metadata_url).toBe(preview.url);
    expect(filledByMetadata({ ...saved, metadata_url: '' }, saved, preview)).toEqual({});
  });

  it('adds the scopes that the login needs to a new provider, if they are offered and none was chosen', () => {
    const scopeFilled = (scopes: string[] | undefined, scope = 'openid', record?: typeof saved) =>
      filledByMetadata({ ...emptyForm, scope }, record, {
        url: 'https://id.example/m',
        metadata: { ...published, ...(scopes && { scopes_supported: scopes }) },
      }).scope;
    expect(scopeFilled(['openid', 'email', 'profile', 'groups'])).toBe('openid profile email');
    expect(scopeFilled(['openid', 'profile'])).toBe('openid profile');
    expect(scopeFilled(['openid'])).toBeUndefined();
    expect(scopeFilled(undefined)).toBeUndefined();
    expect(scopeFilled(['openid', 'profile'], 'openid groups')).toBeUndefined();
    expect(scopeFilled(['openid', 'profile'], 'openid', saved)).toBeUndefined();
  });

  it('is preselected only for blank fields', () => {
    const differences = metadataDifferences({ ...saved, jwks_uri: '' }, saved, published);
    expect(differences.map(({ field, suggested }) => [field, suggested])).toEqual([
      ['token_endpoint', false],
      ['jwks_uri', true],
    ]);
  });

  it('keeps parameters that were added to the authorization endpoint', () => {
    const same = { ...published, token_endpoint: saved.token_endpoint };
    expect(metadataDifferences(withPrompt, saved, same)).toEqual([]);
    const moved = { ...same, authorization_endpoint: 'https://id.example/v2/authorize' };
    expect(metadataDifferences(withPrompt, saved, moved)).toMatchObject([
      { published: 'https://id.example/v2/authorize?prompt=select_account' },
    ]);
  });
});

describe('the issuer diff', () => {
  it.each([
    ['https://a.example/', 'https://a.example', 'extra slash at the end'],
    ['https://a.example', 'https://a.example/', 'missing slash at the end'],
    ['https://a.example ', 'https://a.example', 'extra space at the end'],
    ['http://a.example', 'https://a.example', 'missing “s”'],
    ['https://A.example', 'https://a.example', 'only upper and lower case differ'],
    ['https://b.org', 'https://a.example', undefined],
  ])('describes %s compared with %s as: %s', (typed, other, description) => {
    expect(describeDifference(typed, other)).toBe(description);
  });
});

it('the diff of two very long values compares them as wholes, without a quadratic search', () => {
  const [left, right] = ['a'.repeat(200_000), 'b'.repeat(200_000)];
  expect(diffText(left, right)).toEqual([
    { kind: 'only-left', text: left },
    { kind: 'only-right', text: right },
  ]);
  expect(describeDifference(left, right)).toBeUndefined();
});
