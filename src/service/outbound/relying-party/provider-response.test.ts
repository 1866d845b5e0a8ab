import { expect, it } from 'vitest';
import { errorInCallback, errorInResponse } from './provider-response.ts';

const secret = 'säcret "+%&=/ü';
const errorOf = (body: string, { status = 400, type = 'application/json' } = {}) => {
  const headers = new Headers({ 'content-type': type });
  return errorInResponse({ url: '', status, headers, body: new Uint8Array(Buffer.from(body)) }, [secret]);
};

it('are the error, its description and the body', () => {
  const error = { error: 'invalid_client', error_description: 'AADSTS7000215' };
  const body = JSON.stringify({ ...error, error_codes: [7] });
  expect(errorOf(body, { status: 401 })).toEqual({ status: 401, ...error, body });
});

it('are absent from a successful response, and if there was none', () => {
  expect(errorOf('{"access_token":"a"}', { status: 200 })).toBeUndefined();
  expect(errorInResponse(undefined, [])).toBeUndefined();
});

it.each([
  ['a JSON member', '{"error":"x","access_token":"abc\\"def","hint":1}'],
  ['a truncated JSON member', '{"refresh_token":"abc'],
  ['a form', 'grant failed for code=abc&client_secret=abc'],
  ['a JWT', 'bad token eyJabc.eyJabc.abc'],
  ['an unsigned JWT', 'bad token eyJabc.eyJabc.'],
  ['a header', 'got Authorization: Basic abcabcabc=='],
  ['the secret', `wrong secret ${secret}`],
  ['the secret in JSON', JSON.stringify({ message: `wrong secret ${secret}` })],
  ['the secret in a form', new URLSearchParams({ s: secret }).toString()],
])('leave out %s', (_what, body) => {
  const text = JSON.stringify(errorOf(body));
  expect(text).toContain('redacted');
  for (const secretive of ['abc', 'cret "', 'cret \\', 'cret+%22', 'cret%20%22'])
    expect(text).not.toContain(secretive);
});

it('are the text of a page, and limited', () => {
  expect(
    errorOf('<html><style>p{}</style><script>let a = 1;</script><h1>Not\n found</h1>', { type: 'text/html' }),
  ).toEqual({ status: 400, body: 'Not found' });
  expect(errorOf('x'.repeat(100_000))?.body).toHaveLength(2_001);
  expect(errorOf('a\u0000b\u001b[31m')?.body).toBe('ab[31m');
});

it('are in the authorization response only if it is an error', () => {
  const error = 'access_denied';
  const callback = new URLSearchParams({ error, error_description: `not ${secret}`, state: 's' });
  expect(errorInCallback(callback, [secret])).toEqual({ error, error_description: 'not redacted' });
  expect(errorInCallback(new URLSearchParams({ code: 'c' }), [])).toBeUndefined();
});

it.each<[string, (secret: string) => string]>([
  ['base64', (text) => Buffer.from(text).toString('base64')],
  ['base64 without padding', (text) => Buffer.from(text).toString('base64').replace(/=+$/, '')],
  ['base64url', (text) => Buffer.from(text).toString('base64url')],
  ['percent-encoding', (text) => encodeURIComponent(text)],
  [
    'percent-encoding in lower case',
    (text) => encodeURIComponent(text).replace(/%../g, (hex) => hex.toLowerCase()),
  ],
])('leave out the secret in %s', (_what, encode) => {
  // Its base64 has both characters that base64url replaces, and padding.
  const sent = '~~~secret???/ü';
  const callback = { error: 'x', error_description: `got ${encode(sent)} from the client` };
  expect(errorInCallback(new URLSearchParams(callback), [sent])).toEqual({
    error: 'x',
    error_description: 'got redacted from the client',
  });
});
