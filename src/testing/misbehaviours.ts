import { createHmac } from 'node:crypto';
import { CompactEncrypt, exportSPKI, importJWK, type CryptoKey, type JWTPayload } from 'jose';
import { signWith, type Behaviour, type OddProvider } from './misbehaving-provider.ts';

/** A moment in seconds, some minutes from now. */
export const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A way to go wrong: what the sign-in page is told, and at which step the dry run stops. */
export type Misbehaviour = [
  what: string,
  error: string,
  step: string,
  behaviour: (provider: OddProvider) => Behaviour,
];

const without = <Value extends object>(value: Value, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
const claims =
  (change: (good: JWTPayload) => JWTPayload): Misbehaviour[3] =>
  () => ({ claims: change });
/** Ways to go wrong, at least one for each check of a sign-in. */
export const misbehaviours: Misbehaviour[] = [
  [
    'the user refuses',
    'denied_by_provider',
    'callback',
    () => ({ callback: ({ state }) => ({ state: `${state}`, error: 'access_denied' }) }),
  ],
  [
    'the request is refused',
    'refused_by_provider',
    'callback',
    () => ({ callback: ({ state }) => ({ state: `${state}`, error: 'invalid_scope' }) }),
  ],
  [
    'no code comes back',
    'refused_by_provider',
    'callback',
    () => ({ callback: ({ state }) => ({ state: `${state}` }) }),
  ],
  [
    'another issuer answers',
    'wrong_issuer',
    'callback',
    () => ({ callback: (good) => ({ ...good, iss: 'https://mixed-up.example' }) }),
  ],
  [
    'the client is refused',
    'client_refused',
    'token_request',
    () => ({ token: () => ({ status: 401, body: { error: 'invalid_client' } }) }),
  ],
  [
    'the code is refused',
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
    'the token endpoint answers a page',
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
    'the token endpoint answers too much',
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
    'no ID Token comes',
    'id_token_invalid',
    'token_request',
    () => ({ token: (good) => ({ body: without(good, 'id_token') }) }),
  ],
  ['the ID Token is garbage', 'id_token_invalid', 'id_token_claims', () => ({ idToken: () => 'not.a.jwt' })],
  [
    'the ID Token is encrypted',
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
    'the ID Token is not signed',
    'signature_invalid',
    'id_token_signature',
    () => ({ idToken: (payload) => `${encode({ alg: 'none' })}.${encode(payload)}.` }),
  ],
  [
    'the ID Token is signed with the public key as a shared secret',
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
    'another key has signed',
    'signature_invalid',
    'id_token_signature',
    ({ stranger }) => ({ idToken: (payload) => signWith(stranger, payload) }),
  ],
  [
    'the key is not published',
    'signature_invalid',
    'id_token_signature',
    ({ key }) => ({ keys: () => ({ body: { keys: [{ ...key.publicJwk, kid: 'another' }] } }) }),
  ],
  ['the keys fail', 'signature_invalid', 'id_token_signature', () => ({ keys: () => ({ status: 500 }) })],
  [
    'the keys are a page',
    'signature_invalid',
    'id_token_signature',
    () => ({ keys: () => ({ type: 'text/html', body: '<h1>kaboom' }) }),
  ],
  [
    'the keys cannot be reached',
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
    'the audience is another',
    'wrong_audience',
    'id_token_claims',
    claims((good) => ({ ...good, aud: 'another-client' })),
  ],
  [
    'there are more audiences without azp',
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
  ['it has expired', 'token_expired', 'id_token_claims', claims((good) => ({ ...good, exp: minutes(-2) }))],
  [
    'it is not valid yet',
    'id_token_invalid',
    'id_token_claims',
    claims((good) => ({ ...good, nbf: minutes(2) })),
  ],
  [
    'it comes from the future',
    'id_token_invalid',
    'id_token_claims',
    claims((good) => ({ ...good, iat: minutes(2) })),
  ],
  ['it never expires', 'id_token_invalid', 'id_token_claims', claims((good) => without(good, 'exp'))],
  ['it has no subject', 'id_token_invalid', 'id_token_claims', claims((good) => without(good, 'sub'))],
  [
    'the nonce is another',
    'wrong_nonce',
    'id_token_claims',
    claims((good) => ({ ...good, nonce: 'of another sign-in' })),
  ],
  ['the nonce is missing', 'wrong_nonce', 'id_token_claims', claims((good) => without(good, 'nonce'))],
  [
    'UserInfo fails',
    'userinfo_failed',
    'userinfo',
    (provider) => {
      provider.user.idToken = {};
      return { userInfo: () => ({ status: 500, body: 'kaboom' }) };
    },
  ],
  [
    'UserInfo is of another user',
    'userinfo_wrong_subject',
    'userinfo',
    (provider) => {
      provider.user.idToken = {};
      return { userInfo: (good) => ({ body: { ...good, sub: 'somebody else' } }) };
    },
  ],
  [
    'UserInfo is signed with an unknown key',
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
    'nobody has the login',
    'unknown_user',
    'local_user',
    (provider) => {
      provider.user.idToken = { preferred_username: 'Admin' };
      return {};
    },
  ],
];
