import { describe, expect, it } from 'vitest';
import { redact, secretMark, withoutValues } from './redact.ts';

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJl';
const clean = <Value>(value: Value, known = new Set<string>()) => redact(value, known);

describe('redacting by field name', () => {
  it.each(
    `password new_password client_secret clientSecret key api_key apiKey private-key access_token
    refreshToken id_token Set-Cookie cookie Authorization proxy-authorization client_assertion
    code_verifier code state nonce credentials`.split(/\s+/),
  )('%s', (name) => {
    expect(clean({ data: [{ [name]: 'canary' }] })).toEqual({ data: [{ [name]: secretMark }] });
    expect(clean({ [name]: { deep: 'canary' } })).toEqual({ [name]: secretMark });
    expect(clean({ [name]: ['canary', 123_456] })).toEqual({ [name]: secretMark });
    expect(clean({ facts: [{ label: name, value: 'canary' }] })).toEqual({
      facts: [{ label: name, value: secretMark }],
    });
  });

  it.each(
    `name token_endpoint api_key_resource username_path authorization_endpoint jwks_uri monkey postcode
    finished status`.split(/\s+/),
  )('and not %s', (name) => {
    expect(clean({ [name]: 'plain' })).toEqual({ [name]: 'plain' });
  });

  it('keeps empty values and flags', () => {
    const nothing = { has_password: true, password: null, client_secret: '', key: undefined, token: false };
    expect(clean(nothing)).toBe(nothing);
  });
});

describe('redacting by shape', () => {
  it('redacts a JSON Web Token anywhere', () => {
    expect(clean({ text: `got ${jwt} today`, list: [jwt] })).toEqual({
      text: `got ${secretMark} today`,
      list: [secretMark],
    });
  });

  it('redacts parameters of an address', () => {
    expect(clean('https://op.example/cb?code=abc&state=def&scope=openid#id_token=ghi')).toBe(
      `https://op.example/cb?code=${secretMark}&state=${secretMark}&scope=openid#id_token=${secretMark}`,
    );
    expect(clean('session=abc; Path=/')).toBe(`session=${secretMark}; Path=/`);
    expect(clean('the provider refused client_secret=abc, twice')).toBe(
      `the provider refused client_secret=${secretMark} twice`,
    );
    expect(clean('/groups?start=0&fields=name')).toBe('/groups?start=0&fields=name');
  });

  it('redacts header credentials in a text', () => {
    expect(clean('curl -H "Authorization: token abc.def"')).toBe(`curl -H "Authorization: ${secretMark}"`);
    expect(clean('Bearer abc')).toBe(`Bearer ${secretMark}`);
  });
});

it('redacting personal data keeps field names and redacts their values, also where they reappear', () => {
  const known = new Set<string>();
  expect(withoutValues({ data: { login: 'ann@acme', groups: ['emea', 5], none: null } }, known)).toEqual({
    data: { login: secretMark, groups: [secretMark, secretMark], none: null },
  });
  expect(clean({ detail: ['login: ann@acme is unknown'] }, known)).toEqual({
    detail: [`login: ${secretMark} is unknown`],
  });
});

describe('redacting known secrets', () => {
  it('redacts a secret wherever it reappears, encoded or not', () => {
    const known = new Set<string>();
    clean({ data: { client_secret: 'cän/ary' } }, known);
    expect(clean({ detail: ['client_secret: "cän/ary" is too short'] }, known)).toEqual({
      detail: [`client_secret: "${secretMark}" is too short`],
    });
    expect(clean(`/x?q=${encodeURIComponent('cän/ary')}`, known)).toBe(`/x?q=${secretMark}`);
  });

  it('ignores secrets too short to match safely', () => {
    const known = new Set<string>();
    clean({ password: 'a' }, known);
    expect(clean('a plain text', known)).toBe('a plain text');
  });
});

it('redact copies only what it changes', () => {
  const response = { rows: 1, data: [{ name: 'Acme' }, { key: 'canary' }] };
  const safe = clean(response);
  expect(safe).not.toBe(response);
  expect(safe.data[0]).toBe(response.data[0]);
  expect(response.data[1]).toEqual({ key: 'canary' });
  const plain = { rows: 1, data: [{ name: 'Acme' }], start: 0, nothing: null };
  expect(clean(plain)).toBe(plain);
});
