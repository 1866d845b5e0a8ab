import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { exportSPKI, importJWK, type CryptoKey } from 'jose';
import { claims, minutes, signWith, withHeader, type Behaviour } from '../../demo/provider/behaviour.ts';
import { misbehaviours as simulated } from '../../demo/provider/misbehaviours.ts';
import type { MisbehavingProvider } from '../misbehaving-provider.ts';
import { encode, faultsAt, keys } from './misbehaviour.ts';

/** Faults in the ID token and the published keys. */
export const idTokenFaults = [
  ...faultsAt('id_token_claims', {
    encrypted_id_token: [['the ID token is encrypted', simulated.encrypted.misbehave]],
    wrong_issuer: [
      ['the issuer is another', simulated['wrong-issuer'].misbehave],
      ['the issuer has an additional slash', claims(({ iss }) => ({ iss: `${iss}/` }))],
      [
        "the issuer isn't the authorization response's",
        ({ issuer }) => ({
          callback: (good) => ({ ...good, iss: issuer }),
          claims: (good) => ({ ...good, iss: 'https://other.example' }),
        }),
        /authorization response has the configured issuer/,
      ],
    ],
    several_issuers: [
      ['the issuer is a list', claims(({ iss }) => ({ iss: [iss] })), /is a list\..* \["https:/],
      ['the list of issuers is empty', claims({ iss: [] }), /is a list\..* \[\]/],
    ],
    wrong_audience: [
      ['the audience is another client', simulated['wrong-audience'].misbehave],
      ['there are several audiences without azp', claims(({ aud }) => ({ aud: [aud, 'another'] }))],
      ['azp is another client', claims(({ aud }) => ({ aud: [aud, 'another'], azp: 'another' }))],
      [
        'azp is another client, although the audience is right',
        claims({ azp: 'another' }),
        /azp is different.* another /,
      ],
    ],
    token_expired: [['the ID token has expired', claims(() => ({ exp: minutes(-2) }))]],
    wrong_nonce: [
      ['the nonce belongs to another sign-in', simulated['wrong-nonce'].misbehave],
      ['the nonce is missing', claims({ nonce: undefined }), /has no nonce/],
    ],
    id_token_invalid: [
      ['the ID token is garbage', () => ({ idToken: () => 'not.a.jwt' })],
      ["the ID token isn't valid yet", claims(() => ({ nbf: minutes(2) }))],
      ['the ID token was issued in the future', claims(() => ({ iat: minutes(2) }))],
      ['the ID token has no expiry', claims({ exp: undefined })],
      ['the ID token has no subject', claims({ sub: undefined })],
      ["at_hash isn't the access token's", claims({ at_hash: 'a'.repeat(22) }), /at_hash is different/],
      ['at_hash is a number', claims({ at_hash: 7 }), /at_hash is different/],
      ['the ID token is an access token', withHeader({ typ: 'at+jwt' }), /isn't an ID token.* at\+jwt/],
      ['the ID token is a logout token', withHeader({ typ: 'application/logout+jwt' }), /isn't an ID token/],
      ['the subject is empty', claims({ sub: '' }), /sub is empty/],
      ['the subject is a number', claims({ sub: 7 }), /wrong type: sub/],
      ['the issuer is a number', claims({ iss: 7 }), /wrong type: iss/],
      ['the issuer is missing', claims({ iss: undefined }), /lacks the claim iss/],
      ['the audience is an object', claims({ aud: {} }), /wrong type: aud/],
      ['the expiry is text', claims(({ exp }) => ({ exp: String(exp) })), /wrong type: exp/],
    ],
  }),
  ...faultsAt('id_token_signature', {
    provider_unavailable: [['the key endpoint fails', keys({ status: 500 })]],
    provider_unreachable: [["the keys can't be reached", keys({ cut: true })]],
    provider_response_invalid: [
      [
        'the key endpoint redirects',
        keys({ status: 302, headers: { location: '/elsewhere' } }),
        /returned a redirect.* final URL/,
      ],
    ],
    signature_invalid: [
      ['the signature is altered', simulated['bad-signature'].misbehave],
      [
        'the ID token is unsigned',
        () => ({ idToken: (payload) => `${encode({ alg: 'none' })}.${encode(payload)}.` }),
      ],
      ['the ID token is signed with the public key as a shared secret', signedWithPublicKey],
      [
        'the ID token is signed with another key',
        ({ unpublishedKey }) => ({ idToken: (payload) => signWith(unpublishedKey, payload) }),
      ],
      [
        "the signing key isn't published",
        ({ key }) => ({ keys: () => ({ body: { keys: [{ ...key.publicJwk, kid: 'another' }] } }) }),
      ],
      ['the key endpoint returns a page', keys({ type: 'text/html', body: '<h1>kaboom' })],
      [
        'the ID token requires an unknown extension',
        withHeader({ crit: ['urn:kind'], 'urn:kind': 1 }),
        /requires a JWS extension.* \["urn:kind"\]/,
      ],
      ['the signing key has 1024 bits', signedWithWeakKey, /only 1024 bits.* at least 2048 bits/],
      [
        "the ID token's kid isn't published",
        withHeader({ kid: 'rotated' }),
        /one of: kid key-\d+ \(RS256\) kid rotated/,
      ],
      [
        'none of several keys without kid matches',
        ({ key, unpublishedKey }) => ({
          keys: () => ({ body: { keys: [key.publicJwk, { ...key.publicJwk, kid: 'other' }] } }),
          idToken: (payload) => signWith(unpublishedKey, payload, { kid: undefined }),
        }),
        /doesn't match the provider's published keys/,
      ],
      ['the key set is empty', keys({ body: { keys: [] } }), /one of: no keys/],
      [
        'the published key is malformed',
        ({ key }) => ({ keys: () => ({ body: { keys: [{ ...key.publicJwk, e: undefined }] } }) }),
        /can't be verified with the published key/,
      ],
    ],
  }),
];

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
