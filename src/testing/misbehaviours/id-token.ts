import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { CompactEncrypt, CompactSign, exportSPKI, importJWK, type CryptoKey, type JWTPayload } from 'jose';
import { signWith, type Behaviour, type MisbehavingProvider } from '../misbehaving-provider.ts';
import { claims, encode, faultsAt, keys, minutes, type Misbehave } from './misbehaviour.ts';

/** Faults in the ID token and the published keys. */
export const idTokenFaults = [
  ...faultsAt('id_token_claims', [
    ['the ID token is garbage', 'id_token_invalid', () => ({ idToken: () => 'not.a.jwt' })],
    ['the ID token is encrypted', 'encrypted_id_token', encrypted],
    ['the issuer is another', 'wrong_issuer', claims({ iss: 'https://other.example' })],
    ['the issuer has an additional slash', 'wrong_issuer', claims(({ iss }) => ({ iss: `${iss}/` }))],
    ['the audience is another client', 'wrong_audience', claims({ aud: 'another-client' })],
    [
      'there are several audiences without azp',
      'wrong_audience',
      claims(({ aud }) => ({ aud: [aud, 'another'] })),
    ],
    [
      'azp is another client',
      'wrong_audience',
      claims(({ aud }) => ({ aud: [aud, 'another'], azp: 'another' })),
    ],
    ['the ID token has expired', 'token_expired', claims(() => ({ exp: minutes(-2) }))],
    ["the ID token isn't valid yet", 'id_token_invalid', claims(() => ({ nbf: minutes(2) }))],
    ['the ID token was issued in the future', 'id_token_invalid', claims(() => ({ iat: minutes(2) }))],
    ['the ID token has no expiry', 'id_token_invalid', claims({ exp: undefined })],
    ['the ID token has no subject', 'id_token_invalid', claims({ sub: undefined })],
    ['the nonce belongs to another sign-in', 'wrong_nonce', claims({ nonce: 'from another sign-in' })],
    ['the nonce is missing', 'wrong_nonce', claims({ nonce: undefined })],
    [
      "at_hash isn't the access token's",
      'id_token_invalid',
      claims({ at_hash: 'a'.repeat(22) }),
      /at_hash is different/,
    ],
    ['at_hash is a number', 'id_token_invalid', claims({ at_hash: 7 }), /at_hash is different/],
    [
      'azp is another client, although the audience is right',
      'wrong_audience',
      claims({ azp: 'another' }),
      /azp is different.* another /,
    ],
    [
      'the ID token is an access token',
      'id_token_invalid',
      withHeader({ typ: 'at+jwt' }),
      /isn't an ID token.* at\+jwt/,
    ],
    [
      'the ID token is a logout token',
      'id_token_invalid',
      withHeader({ typ: 'application/logout+jwt' }),
      /isn't an ID token/,
    ],
    ['the subject is empty', 'id_token_invalid', claims({ sub: '' }), /sub is empty/],
    ['the subject is a number', 'id_token_invalid', claims({ sub: 7 }), /wrong type: sub/],
    [
      'the issuer is an array',
      'id_token_invalid',
      claims(({ iss }) => ({ iss: [iss] })),
      /wrong type: iss.* \["https:/,
    ],
    ['the issuer is missing', 'id_token_invalid', claims({ iss: undefined }), /lacks the claim iss/],
    ['the audience is an object', 'id_token_invalid', claims({ aud: {} }), /wrong type: aud/],
    [
      'the expiry is text',
      'id_token_invalid',
      claims(({ exp }) => ({ exp: String(exp) })),
      /wrong type: exp/,
    ],
  ]),
  ...faultsAt('id_token_signature', [
    [
      'the ID token is unsigned',
      'signature_invalid',
      () => ({ idToken: (payload) => `${encode({ alg: 'none' })}.${encode(payload)}.` }),
    ],
    [
      'the ID token is signed with the public key as a shared secret',
      'signature_invalid',
      signedWithPublicKey,
    ],
    [
      'the ID token is signed with another key',
      'signature_invalid',
      ({ unpublishedKey }) => ({ idToken: (payload) => signWith(unpublishedKey, payload) }),
    ],
    [
      "the signing key isn't published",
      'signature_invalid',
      ({ key }) => ({ keys: () => ({ body: { keys: [{ ...key.publicJwk, kid: 'another' }] } }) }),
    ],
    ['the key endpoint fails', 'provider_unavailable', keys({ status: 500 })],
    ['the key endpoint returns a page', 'signature_invalid', keys({ type: 'text/html', body: '<h1>kaboom' })],
    ["the keys can't be reached", 'provider_unreachable', keys({ cut: true })],
    [
      'the ID token requires an unknown extension',
      'signature_invalid',
      withHeader({ crit: ['urn:kind'], 'urn:kind': 1 }),
      /requires a JWS extension.* \["urn:kind"\]/,
    ],
    [
      'the signing key has 1024 bits',
      'signature_invalid',
      signedWithWeakKey,
      /only 1024 bits.* at least 2048 bits/,
    ],
    [
      "the ID token's kid isn't published",
      'signature_invalid',
      withHeader({ kid: 'rotated' }),
      /one of: kid key-\d+ \(RS256\) kid rotated/,
    ],
    [
      'none of several keys without kid matches',
      'signature_invalid',
      ({ key, unpublishedKey }) => ({
        keys: () => ({ body: { keys: [key.publicJwk, { ...key.publicJwk, kid: 'other' }] } }),
        idToken: (payload) => signJws(unpublishedKey, payload, { kid: undefined }),
      }),
      /doesn't match the provider's published keys/,
    ],
    ['the key set is empty', 'signature_invalid', keys({ body: { keys: [] } }), /one of: no keys/],
    [
      'the published key is malformed',
      'signature_invalid',
      ({ key }) => ({ keys: () => ({ body: { keys: [{ ...key.publicJwk, e: undefined }] } }) }),
      /can't be verified with the published key/,
    ],
    [
      'the key endpoint redirects',
      'provider_response_invalid',
      keys({ status: 302, headers: { location: '/elsewhere' } }),
      /returned a redirect.* final URL/,
    ],
  ]),
];

function encrypted({ key }: MisbehavingProvider): Behaviour {
  return {
    idToken: async (payload) =>
      new CompactEncrypt(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'RSA-OAEP', enc: 'A256GCM' })
        .encrypt(await importJWK({ ...key.publicJwk, alg: 'RSA-OAEP', use: 'enc' })),
  };
}

function signedWithPublicKey({ key }: MisbehavingProvider): Behaviour {
  return {
    idToken: async (payload) => {
      const publicKey = await importJWK({ ...key.publicJwk, ext: true }, 'RS256', { extractable: true });
      const body = `${encode({ alg: 'HS256', kid: key.publicJwk.kid })}.${encode(payload)}`;
      const spki = await exportSPKI(publicKey as CryptoKey);
      return `${body}.${createHmac('sha256', spki).update(body).digest('base64url')}`;
    },
  };
}

function signedWithWeakKey({ key }: MisbehavingProvider): Behaviour {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const published = { ...weak.publicKey.export({ format: 'jwk' }), kty: 'RSA', kid: 'weak' };
  return {
    keys: () => ({ body: { keys: [key.publicJwk, published] } }),
    idToken: (payload) => {
      const body = `${encode({ alg: 'RS256', kid: 'weak' })}.${encode(payload)}`;
      return `${body}.${sign('sha256', Buffer.from(body), weak.privateKey).toString('base64url')}`;
    },
  };
}

function signJws(key: MisbehavingProvider['key'], payload: JWTPayload, header: object): Promise<string> {
  const { alg, publicJwk, privateKey } = key;
  return new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg, kid: publicJwk.kid, ...header } as { alg: string })
    .sign(privateKey, { crit: { 'urn:kind': true } });
}

function withHeader(header: object): Misbehave {
  return ({ key }) => ({ idToken: (payload) => signJws(key, payload, header) });
}
