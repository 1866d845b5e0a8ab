import { describe, expect, it } from 'vitest';
import { sampleOp } from '../../../../testing/oidc-op.ts';
import { conflictsOf, merged } from '../editor/conflict.ts';
import { toForm } from '../editor/form-values.ts';
import { previewRequest } from './request-preview.ts';
import { fromJson, toJson } from '../editor/transfer.ts';
import { restore } from '../editor/use-draft.ts';
import { checksOf } from './checks.ts';
import { movedSecret, secretWarning } from '../secret/moved-secret.ts';
import { asksUserInfo } from '../metadata/provenance.ts';

const base = toForm(sampleOp);

describe('two who change the same record', () => {
  const mine = { ...base, name: 'Mine', scope: 'openid', issuer: 'https://same.example' };
  const theirs = { ...base, name: 'Theirs', client_id: 'theirs', issuer: 'https://same.example' };
  const conflicts = conflictsOf(base, mine, theirs);

  it('have to choose only where they differ', () => {
    expect(conflicts.map(({ field, overlaps }) => [field, overlaps])).toEqual([
      ['name', true],
      ['issuer', false],
      ['client_id', false],
      ['scope', false],
    ]);
  });

  it('both find their changes in what is saved', () => {
    expect(merged(theirs, conflicts, { name: 'mine' })).toEqual({ ...theirs, name: 'Mine', scope: 'openid' });
    expect(merged(theirs, conflicts, { name: 'theirs' })).toEqual({ ...theirs, scope: 'openid' });
  });
});

describe('a kept draft', () => {
  it('is put on top of what the record is now', () => {
    const draft = { base, mine: { ...base, name: 'Mine' } };
    const now = { ...base, scope: 'openid', name: 'Theirs' };
    expect(restore(draft, now)).toEqual({ ...now, name: 'Mine' });
  });

  it('is nothing where it changes nothing, or cannot be read', () => {
    expect(restore({ base, mine: base }, base)).toBeUndefined();
    for (const draft of [undefined, null, 'x', {}, { base }, { base, mine: { ...base, name: 5 } }]) {
      expect(restore(draft, base)).toBeUndefined();
    }
  });
});

describe('the request that is shown', () => {
  const preview = (values: object, secret: boolean) =>
    previewRequest(sampleOp, base, { ...base, ...values }, secret, 'https://console.example');

  it('has changed fields alone, and never the secret', () => {
    const request = preview({ name: "L'Acme" }, true);
    expect(request?.line).toBe('PUT /oidc_ops/1');
    expect(JSON.parse(request?.body ?? '')).toEqual({ data: { name: "L'Acme", client_secret: '••••••••' } });
    expect(preview({}, false)).toBeUndefined();
  });

  it('is a command that a shell reads as it stands', () => {
    const curl = preview({ name: "L'Acme $(x)" }, true)?.commands[1]?.text;
    expect(curl).toContain(`{"data":{"name":"L'\\''Acme $(x)","client_secret":"'"$CLIENT_SECRET"'"}}'`);
    expect(curl).toContain(`curl -X PUT 'https://console.example/api/oidc_ops/1'`);
    expect(curl).toContain('"Authorization: token $API_KEY"');
  });
});

describe('an export', () => {
  it('comes back as it was', () => {
    expect(fromJson(toJson(base))).toEqual({ values: base, ignored: [] });
    expect(toJson(base)).not.toContain('secret');
  });

  it('may be a record, and leaves out what is no field', () => {
    const record = { ...sampleOp, client_secret: 'hidden', colour: 'red' };
    expect(fromJson(JSON.stringify(record))).toEqual({ values: base, ignored: ['client_secret', 'colour'] });
  });

  it.each(['', '{', '[]', '{"data":{}}', '{"name":5}'])('is not %s', (text) => {
    expect(fromJson(text)).toHaveProperty('problem');
  });
});

describe('whether UserInfo is asked', () => {
  const asks = (values: Partial<typeof base>, saved?: typeof base, endpoint?: string) =>
    asksUserInfo({ ...base, ...values }, saved, {
      issuer: base.issuer,
      ...(endpoint === undefined ? {} : { userinfo_endpoint: endpoint }),
    });
  it('depends on the endpoint, and on who fills it', () => {
    const without = { userinfo_endpoint: '', metadata_url: 'https://id.example/new' };
    expect(asks({})).toBe('yes');
    expect(asks({ userinfo_endpoint: '' }, base)).toBe('no');
    expect(asks(without, base)).toBe('no');
    expect(asks(without, base, 'https://id.example/userinfo')).toBe('yes');
    expect(asksUserInfo({ ...base, ...without }, undefined, undefined)).toBe('unknown');
  });
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
  const input = { values: base, saved: base, published, warnings: [], others: [] };
  const texts = (more: Partial<Parameters<typeof checksOf>[0]>) =>
    checksOf({ ...input, ...more }).map(({ kind, text }) => `${kind} ${text}`);
  const with_ = (values: Partial<typeof base>) => texts({ values: { ...base, ...values } });

  it('tell what becomes of the stored secret', () => {
    expect(texts({ secretWarning: 'It stays.' })).toContain('warning It stays.');
  });

  it('have nothing against what is right', () => {
    expect(with_({ scope: 'openid profile' })).toEqual([]);
  });

  it.each([
    [{ issuer: 'https://id.example/' }, /^bad The issuer is not the published one/],
    [{ issuer: 'https://id.example ' }, /^bad The issuer begins or ends with a space/],
    [{ token_endpoint: 'https://old.example/token' }, /^warning Token endpoint differs/],
    [{ jwks_uri: 'http://id.example/jwks' }, /^warning JWK Set URI is without TLS/],
    [{ jwks_uri: '', metadata_url: '' }, /^warning Without a JWK Set URI/],
    [{ scope: 'openid' }, /^warning Most providers tell preferred_username only with the scope profile/],
    [{ scope: 'openid profile groups' }, /^warning Not among the scopes .* as supported: groups$/],
    [{ username_path: 'sub' }, /^info sub is an opaque id/],
    [{ username_path: 'email' }, /^info Some providers let users change their email/],
    [{ userinfo_endpoint: '' }, /^info Without a UserInfo endpoint, the username has to be in the ID Token/],
    [{ logout_method: 'none' }, /^info The address after sign-out has no effect/],
  ])('find %o', (values, found) => {
    expect(with_(values)).toContainEqual(expect.stringMatching(found));
  });

  it('know the other providers and what the gateway found', () => {
    const others = [{ ...sampleOp, id: 2, name: ' acme ' }];
    expect(texts({ others, warnings: ['No code'] })).toEqual(
      expect.arrayContaining([
        'warning No code',
        expect.stringMatching(/^warning Another provider has this name/),
      ]),
    );
    const { name: _, ...nameless } = sampleOp;
    expect(texts({ others: [{ ...nameless, id: 3 }] })).toContainEqual(
      'info Another provider has the same issuer and client id',
    );
  });
});

describe('a stored secret', () => {
  const moved = (values: Partial<typeof base>, saved = base) => movedSecret(saved, { ...saved, ...values });

  it('is left behind by another origin of the token endpoint alone', () => {
    for (const address of [
      'https://evil.example/token',
      'http://id.example/token',
      'https://id.example:8443/',
    ])
      expect(moved({ token_endpoint: address })).toEqual({
        from: 'https://id.example',
        to: new URL(address).origin,
      });
    for (const values of [
      { token_endpoint: 'https://id.example/v2/token' },
      { token_endpoint: 'https://ID.example:443/token' },
      { token_endpoint: 'not an address' },
      { issuer: 'https://evil.example', jwks_uri: 'https://evil.example/jwks' },
    ])
      expect(moved(values)).toBeUndefined();
  });

  it('may be left behind by new metadata that fills the token endpoint', () => {
    const metadata_url = 'https://evil.example/m';
    expect(moved({ metadata_url, token_endpoint: '' })).toEqual({
      from: 'https://id.example',
      to: undefined,
    });
    expect(moved({ metadata_url })).toBeUndefined();
    expect(moved({ token_endpoint: '' })).toBeUndefined();
  });

  it('of a service that is not ours may be sent anywhere', () => {
    const there = { from: 'https://a.example', to: 'https://b.example' };
    expect(secretWarning(there, true)).toContain('may send it to https://b.example');
    expect(secretWarning(there, false)).toContain(
      'won’t be sent to https://b.example unless it was entered for it',
    );
    expect(secretWarning({ ...there, to: undefined }, true)).toContain('may send it to another origin');
  });
});
