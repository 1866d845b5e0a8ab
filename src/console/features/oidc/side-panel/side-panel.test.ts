import { describe, expect, it } from 'vitest';
import { sampleOp } from '../../../../testing/oidc-op.ts';
import { toForm } from '../../../data/oidc/form-values.ts';
import { runChecks } from '../form/checks.ts';
import { movedSecret, secretWarning } from '../../../data/oidc/moved-secret.ts';
import { usesUserInfo } from '../../../data/oidc/provenance.ts';

const base = toForm(sampleOp);

const uses = (values: Partial<typeof base>, saved?: typeof base, endpoint?: string) =>
  usesUserInfo({ ...base, ...values }, saved, {
    issuer: base.issuer,
    ...(endpoint === undefined ? {} : { userinfo_endpoint: endpoint }),
  });
it('usesUserInfo depends on the endpoint, and on whether the metadata fills it', () => {
  const without = { userinfo_endpoint: '', metadata_url: 'https://id.example/new' };
  expect(uses({})).toBe('yes');
  expect(uses({ userinfo_endpoint: '' }, base)).toBe('no');
  expect(uses(without, base)).toBe('no');
  expect(uses(without, base, 'https://id.example/userinfo')).toBe('yes');
  expect(usesUserInfo({ ...base, ...without }, undefined, undefined)).toBe('unknown');
});

describe('the checks', () => {
  const published = {
    issuer: base.issuer,
    authorization_endpoint: base.authorization_endpoint,
    token_endpoint: base.token_endpoint,
    userinfo_endpoint: base.userinfo_endpoint,
    jwks_uri: base.jwks_uri,
    scopes_supported: ['openid', 'email', 'profile'],
  };
  const input = { values: base, complete: true, saved: base, published, warnings: [], others: [] };
  const texts = (more: Partial<Parameters<typeof runChecks>[0]>) =>
    runChecks({ ...input, ...more }).map(({ kind, text }) => `${kind} ${text}`);
  const with_ = (values: Partial<typeof base>) => texts({ values: { ...base, ...values } });

  it('include the warning about the stored secret', () => {
    expect(texts({ secretWarning: 'It stays.' })).toContain('warning It stays.');
  });

  it('find no problems in a correct form', () => {
    expect(with_({ scope: 'openid profile' })).toEqual([]);
  });

  it.each([
    [{ issuer: 'https://id.example/' }, /^error The issuer doesn't match the published one/],
    [{ issuer: 'https://id.example\u200B' }, /^warning Issuer contains characters that can't be seen/],
    [{ client_id: '\u2060acme' }, /^warning Client ID contains characters that can't be seen/],
    [{ issuer: 'https://id.example ' }, /^error The issuer starts or ends with a space/],
    [{ token_endpoint: 'https://old.example/token' }, /^warning Token endpoint doesn't match/],
    [{ jwks_uri: 'http://id.example/jwks' }, /^warning JWKS URI doesn't use TLS/],
    [{ jwks_uri: '', metadata_url: '' }, /^warning Without a JWKS URI and a metadata URL/],
    [{ jwks_uri: base.token_endpoint }, /^error The JWKS URI is the token endpoint/],
    [{ scope: 'openid' }, /^warning Most providers return preferred_username only with the profile scope/],
    [
      { scope: 'openid profile groups' },
      /^warning Scopes that the provider doesn't list as supported: groups$/,
    ],
    [{ username_path: 'sub' }, /^info At most providers sub is an opaque ID/],
    [{ username_path: 'email' }, /^warning Some providers don't verify email addresses/],
    [{ userinfo_endpoint: '' }, /^info Without a UserInfo endpoint, the ID token must contain the username/],
    [{ logout_method: 'none' }, /^info The sign-out redirect URI has no effect/],
  ])('report %o', (values, found) => {
    expect(with_(values)).toContainEqual(expect.stringMatching(found));
  });

  it('report that there are no keys if the metadata has none either', () => {
    const { jwks_uri: _, ...without } = published;
    const values = { ...base, jwks_uri: '' };
    expect(texts({ values, published: without })).toContainEqual(
      expect.stringMatching(/^error Without a JWKS/),
    );
    expect(texts({ values }).join()).not.toContain('Without a JWKS URI');
  });

  it("don't say how a remote service does what the API leaves open", () => {
    const values = { ...base, jwks_uri: '', metadata_url: '' };
    const found = texts({ values, complete: false, published: undefined }).join();
    expect(found).toContain('the service may be unable to verify ID tokens');
    expect(found).not.toContain('HS256');
  });

  it("compare with other providers and include the gateway's warnings", () => {
    const others = [{ ...sampleOp, id: 2, name: ' acme ' }];
    expect(texts({ others, warnings: ['No code'] })).toEqual(
      expect.arrayContaining([
        'warning No code',
        expect.stringMatching(/^warning Another provider has this name/),
      ]),
    );
    const { name: _, ...nameless } = sampleOp;
    const same = 'info Another provider has the same issuer and client ID';
    expect(texts({ others: [{ ...nameless, id: 3 }] })).toContain(same);
    expect(texts({ others: [{ ...nameless, id: 3, client_id: 'other' }] })).not.toContain(same);
  });
});

describe('the warning about the stored secret', () => {
  const moved = (values: Partial<typeof base>, saved = base) => movedSecret(saved, { ...saved, ...values });

  it('appears only if the token endpoint moves to another origin', () => {
    for (const to of ['https://evil.example', 'http://id.example', 'https://id.example:8443'])
      expect(moved({ token_endpoint: `${to}/token` })).toEqual({ from: 'https://id.example', to });
    for (const values of [
      { token_endpoint: 'https://id.example/v2/token' },
      { token_endpoint: 'https://ID.example:443/token' },
      { token_endpoint: 'not an address' },
      { issuer: 'https://evil.example', jwks_uri: 'https://evil.example/jwks' },
    ])
      expect(moved(values)).toBeUndefined();
  });

  it('appears if new metadata may fill the token endpoint', () => {
    const metadata_url = 'https://evil.example/m';
    const move = moved({ metadata_url, token_endpoint: '' });
    expect(move).toEqual({ from: 'https://id.example', to: undefined });
    expect(moved({ metadata_url })).toBeUndefined();
    expect(moved({ token_endpoint: '' })).toBeUndefined();
  });

  it('says that a remote service may send the secret to the new origin', () => {
    const move = { from: 'https://a.example', to: 'https://b.example' };
    expect(secretWarning(move, true)).toContain('may send it to https://b.example');
    expect(secretWarning(move, false)).toContain(
      "won't be sent to https://b.example unless it was entered for it",
    );
    expect(secretWarning({ ...move, to: undefined }, true)).toContain('may send it to another origin');
  });
});
