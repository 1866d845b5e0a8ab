import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { CompactEncrypt, CompactSign, exportSPKI, importJWK, type CryptoKey, type JWTPayload } from 'jose';
import { signWith } from '../misbehaving-provider.ts';
import { claims, encode, minutes, without, type Misbehaviour } from './misbehaviour.ts';

/** Faults in the ID token and the published keys. */
export const idTokenFaults: Misbehaviour[] = [
  ['the ID token is garbage', 'id_token_invalid', 'id_token_claims', () => ({ idToken: () => 'not.a.jwt' })],
  [
    'the ID token is encrypted',
    'encrypted_id_token',
    'id_token_claims',
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
    'provider_unavailable',
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
    claims((good) => ({ ...good, nonce: 'from another sign-in' })),
  ],
  ['the nonce is missing', 'wrong_nonce', 'id_token_claims', claims((good) => without(good, 'nonce'))],
  [
    "at_hash isn't the access token's",
    'id_token_invalid',
    'id_token_claims',
    claims((good) => ({ ...good, at_hash: createHmac('sha256', 'x').digest('base64url').slice(0, 22) })),
    /at_hash is different/,
  ],
  [
    'at_hash is a number',
    'id_token_invalid',
    'id_token_claims',
    claims((good) => ({ ...good, at_hash: 7 })),
    /at_hash is different/,
  ],
  [
    'azp is another client, although the audience is right',
    'wrong_audience',
    'id_token_claims',
    claims((good) => ({ ...good, azp: 'another' })),
    /azp is different.* another /,
  ],
  [
    'the ID token is an access token',
    'id_token_invalid',
    'id_token_claims',
    withHeader({ typ: 'at+jwt' }),
    /isn't an ID token.* at\+jwt/,
  ],
  [
    'the ID token is a logout token',
    'id_token_invalid',
    'id_token_claims',
    withHeader({ typ: 'application/logout+jwt' }),
    /isn't an ID token/,
  ],
  [
    'the subject is empty',
    'id_token_invalid',
    'id_token_claims',
    claims((good) => ({ ...good, sub: '' })),
    /sub is empty/,
  ],
  [
    'the subject is a number',
    'id_token_invalid',
    'id_token_claims',
    claims((good) => ({ ...good, sub: 7 as never })),
    /wrong type: sub/,
  ],
  [
    'the issuer is an array',
    'id_token_invalid',
    'id_token_claims',
    claims((good) => ({ ...good, iss: [good.iss] as never })),
    /wrong type: iss.* \["https:/,
  ],
  [
    'the issuer is missing',
    'id_token_invalid',
    'id_token_claims',
    claims((good) => without(good, 'iss')),
    /lacks the claim iss/,
  ],
  [
    'the audience is an object',
    'id_token_invalid',
    'id_token_claims',
    claims((good) => ({ ...good, aud: {} as never })),
    /wrong type: aud/,
  ],
  [
    'the expiry is text',
    'id_token_invalid',
    'id_token_claims',
    claims((good) => ({ ...good, exp: String(good.exp) as never })),
    /wrong type: exp/,
  ],
  [
    'the ID token requires an unknown extension',
    'signature_invalid',
    'id_token_signature',
    withHeader({ crit: ['urn:kind'], 'urn:kind': 1 }),
    /requires a JWS extension.* \["urn:kind"\]/,
  ],
  [
    'the signing key has 1024 bits',
    'signature_invalid',
    'id_token_signature',
    ({ key }) => {
      const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
      const published = { ...weak.publicKey.export({ format: 'jwk' }), kty: 'RSA', kid: 'weak' };
      return {
        keys: () => ({ body: { keys: [key.publicJwk, published] } }),
        idToken: (payload) => {
          const body = `${encode({ alg: 'RS256', kid: 'weak' })}.${encode(payload)}`;
          return `${body}.${sign('sha256', Buffer.from(body), weak.privateKey).toString('base64url')}`;
        },
      };
    },
    /only 1024 bits.* at least 2048 bits/,
  ],
  [
    "the ID token's kid isn't published",
    'signature_invalid',
    'id_token_signature',
    withHeader({ kid: 'rotated' }),
    /one of: kid key-\d+ \(RS256\) kid rotated/,
  ],
  [
    'none of several keys without kid matches',
    'signature_invalid',
    'id_token_signature',
    ({ key, unpublishedKey }) => ({
      keys: () => ({ body: { keys: [key.publicJwk, { ...key.publicJwk, kid: 'other' }] } }),
      idToken: (payload) => signJws(unpublishedKey, payload, { kid: undefined }),
    }),
    /doesn't match the provider's published keys/,
  ],
  [
    'the key set is empty',
    'signature_invalid',
    'id_token_signature',
    () => ({ keys: () => ({ body: { keys: [] } }) }),
    /one of: no keys/,
  ],
  [
    'the published key is malformed',
    'signature_invalid',
    'id_token_signature',
    ({ key }) => ({ keys: () => ({ body: { keys: [without(key.publicJwk, 'e')] } }) }),
    /can't be verified with the published key/,
  ],
  [
    'the key endpoint redirects',
    'provider_response_invalid',
    'id_token_signature',
    () => ({ keys: () => ({ status: 302, headers: { location: '/elsewhere' } }) }),
    /returned a redirect.* final URL/,
  ],
];

function signJws(key: Parameters<typeof signWith>[0], payload: JWTPayload, header: object): Promise<string> {
  const { alg, publicJwk, privateKey } = key;
  return new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg, kid: publicJwk.kid, ...header } as { alg: string })
    .sign(privateKey, { crit: { 'urn:kind': true } });
}

function withHeader(header: object): Misbehaviour[3] {
  return ({ key }) => ({ idToken: (payload) => signJws(key, payload, header) });
}
