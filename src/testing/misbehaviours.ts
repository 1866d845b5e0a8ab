import { createHmac } from 'node:crypto';
import { CompactEncrypt, exportSPKI, importJWK, type CryptoKey, type JWTPayload } from 'jose';
import { signWith, type Behaviour, type MisbehavingProvider } from './misbehaving-provider.ts';

/** A time some minutes from now, in seconds since the epoch. */
export const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A fault, the error code that the sign-in page gets, and the step at which a sign-in test stops. */
export type Misbehaviour = [
  what: string,
  error: string,
  step: string,
  behaviour: (provider: MisbehavingProvider) => Behaviour,
];

const without = <Value extends object>(value: Value, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
const claims =
  (change: (good: JWTPayload) => JWTPayload): Misbehaviour[3] =>
  () => ({ claims: change });
/** Faults: at least one for each check of a sign-in. */
export const misbehaviours: Misbehaviour[] = [
  [
    'the user denies consent',
    'denied_by_provider',
    'callback',
    () => ({ callback: ({ state }) => ({ state: `${state}`, error: 'access_denied' }) }),
  ],
  [
    'the authorization request is rejected',
    'refused_by_provider',
    'callback',
    () => ({ callback: ({ state }) => ({ state: `${state}`, error: 'invalid_scope' }) }),
  ],
  [
    'the redirect back has no code',
    'refused_by_provider',
    'callback',
    () => ({ callback: ({ state }) => ({ state: `${state}` }) }),
  ],
  [
    'the redirect back has another issuer',
    'wrong_issuer',
    'callback',
    () => ({ callback: (good) => ({ ...good, iss: 'https://mixed-up.example' }) }),
  ],
  [
    'the client is rejected',
    'client_refused',
    'token_request',
    () => ({ token: () => ({ status: 401, body: { error: 'invalid_client' } }) }),
  ],
  [
    'the code is rejected',
    'token_request_failed',
    'token_request',
    () => ({ token: () => ({ status: 400, body: { error: 'invalid_grant', error_description: 'kaboom' } }) }),
  ],
  [
    'the token endpoint fails',
    'token_request_failed',
    'token_request',
    () => ({ token: () => ({ status: 500, type: 'text/html', body: '<h1>kaboom' }) }),
  ],
  [
    'the token endpoint returns a page',
    'token_request_failed',
    'token_request',
    () => ({ token: () => ({ type: 'text/html', body: '<h1>kaboom' }) }),
  ],
  [
    'the token endpoint redirects',
    'provider_unreachable',
    'token_request',
    () => ({ token: () => ({ status: 302, headers: { location: '/elsewhere' } }) }),
  ],
  [
    'the token response is too large',
    'provider_unreachable',
    'token_request',
    () => ({ token: (good) => ({ body: { ...good, padding: 'x'.repeat(300_000) } }) }),
  ],
  [
    'the token endpoint is slow',
    'provider_unreachable',
    'token_request',
    () => ({ token: (good) => ({ body: good, delayMilliseconds: 2_000 }) }),
  ],
  [
    'the connection is cut',
    'provider_unreachable',
    'token_request',
    () => ({ token: () => ({ cut: true }) }),
  ],
  [
    'the token response has no ID token',
    'id_token_invalid',
    'token_request',
    () => ({ token: (good) => ({ body: without(good, 'id_token') }) }),
  ],
  ['the ID token is garbage', 'id_token_invalid', 'id_token_claims', () => ({ idToken: () => 'not.a.jwt' })],
  [
    'the ID token is encrypted',
    'encrypted_id_token',
    'id_token_signature',
    ({ key }) => ({
      idToken: async (payload) =>
        new CompactEncrypt(Buffer.from(JSON.stringify(payload)))
          .setProtectedHeader({ alg: 'RSA-OAEP', enc: 'A256GCM' })
          .encrypt(await importJWK({ ...key.publicJwk, alg: 'RSA-OAEP', use: 'enc' })),
    }),
  ],
  [
    'the ID token is unsigned',
    'signature_invalid',
    'id_token_signature',
    () => ({ idToken: (payload) => `${encode({ alg: 'none' })}.${encode(payload)}.` }),
  ],
  [
    'the ID token is signed with the public key as a shared secret',
    'signature_invalid',
    'id_token_signature',
    ({ key }) => ({
      idToken: async (payload) => {
        const publicKey = await importJWK({ ...key.publicJwk, ext: true }, 'RS256', { extractable: true });
        const body = `${encode({ alg: 'HS256', kid: key.publicJwk.kid })}.${encode(payload)}`;
        const spki = await exportSPKI(publicKey as CryptoKey);
        return `${body}.${createHmac('sha256', spki).update(body).digest('base64url')}`;
      },
    }),
  ],
  [
    'the ID token is signed with another key',
    'signature_invalid',
    'id_token_signature',
    ({ unpublishedKey }) => ({ idToken: (payload) => signWith(unpublishedKey, payload) }),
  ],
  [
    "the signing key isn't published",
    'signature_invalid',
    'id_token_signature',
    ({ key }) => ({ keys: () => ({ body: { keys: [{ ...key.publicJwk, kid: 'another' }] } }) }),
  ],
  [
    'the key endpoint fails',
    'signature_invalid',
    'id_token_signature',
    () => ({ keys: () => ({ status: 500 }) }),
  ],
  [
    'the key endpoint returns a page',
    'signature_invalid',
    'id_token_signature',
    () => ({ keys: () => ({ type: 'text/html', body: '<h1>kaboom' }) }),
  ],
  [
    "the keys can't be reached",
    'provider_unreachable',
    'id_token_signature',
    () => ({ keys: () => ({ cut: true }) }),
  ],
  [
    'the issuer is another',
    'wrong_issuer',
    'id_token_claims',
    claims((good) => ({ ...good, iss: 'https://other.example' })),
  ],
  [
    'the issuer has a slash more',
    'wrong_issuer',
    'id_token_claims',
    claims((good) => ({ ...good, iss: `${good.iss}/` })),
  ],
  [
    'the audience is another client',
    'wrong_audience',
    'id_token_claims',
    claims((good) => ({ ...good, aud: 'another-client' })),
  ],
  [
    'there are several audiences without azp',
    'wrong_audience',
    'id_token_claims',
    claims((good) => ({ ...good, aud: [String(good.aud), 'another'] })),
  ],
  [
    'azp is another client',
    'wrong_audience',
    'id_token_claims',
    claims((good) => ({ ...good, aud: [String(good.aud), 'another'], azp: 'another' })),
  ],
  [
    'the ID token has expired',
    'token_expired',
    'id_token_claims',
    claims((good) => ({ ...good, exp: minutes(-2) })),
  ],
  [
    "the ID token isn't valid yet",
    'id_token_invalid',
    'id_token_claims',
    claims((good) => ({ ...good, nbf: minutes(2) })),
  ],
  [
    'the ID token was issued in the future',
    'id_token_invalid',
    'id_token_claims',
    claims((good) => ({ ...good, iat: minutes(2) })),
  ],
  [
    'the ID token has no expiry',
    'id_token_invalid',
    'id_token_claims',
    claims((good) => without(good, 'exp')),
  ],
  [
    'the ID token has no subject',
    'id_token_invalid',
    'id_token_claims',
    claims((good) => without(good, 'sub')),
  ],
  [
    'the nonce belongs to another sign-in',
    'wrong_nonce',
    'id_token_claims',
    claims((good) => ({ ...good, nonce: 'of another sign-in' })),
  ],
  ['the nonce is missing', 'wrong_nonce', 'id_token_claims', claims((good) => without(good, 'nonce'))],
  [
    'the UserInfo request fails',
    'userinfo_failed',
    'userinfo',
    (provider) => {
      provider.user.idToken = {};
      return { userInfo: () => ({ status: 500, body: 'kaboom' }) };
    },
  ],
  [
    'the UserInfo response is about another user',
    'userinfo_wrong_subject',
    'userinfo',
    (provider) => {
      provider.user.idToken = {};
      return { userInfo: (good) => ({ body: { ...good, sub: 'someone else' } }) };
    },
  ],
  [
    'the UserInfo response is unsigned',
    'userinfo_failed',
    'userinfo',
    (provider) => {
      provider.user.idToken = {};
      return {
        userInfo: () => ({
          type: 'application/jwt',
          body: `${encode({ alg: 'none' })}.${encode({ sub: 'subject-1' })}.`,
        }),
      };
    },
  ],
  [
    'the mapped claim is an array',
    'no_username',
    'username_path',
    (provider) => {
      provider.user = { idToken: { preferred_username: ['admin'] }, userInfo: { preferred_username: 7 } };
      return {};
    },
  ],
  [
    'no user has the login',
    'unknown_user',
    'local_user',
    (provider) => {
      provider.user.idToken = { preferred_username: 'Admin' };
      return {};
    },
  ],
];
