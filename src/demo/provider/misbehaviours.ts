import { randomBytes } from 'node:crypto';
import { CompactEncrypt } from 'jose';
import type { ProviderFault } from '../../contract/lab.ts';
import {
  type Behaviour,
  callback,
  claims,
  minutes,
  signWith,
  userInfo,
  withHeader,
  type Misbehave,
} from './behaviour.ts';

const fault = (name: string, what: string, misbehave: Misbehave = () => ({})) => ({ name, what, misbehave });

/** Longer than Palisade's timeout of ten seconds. */
export const slowSecondsDefault = 15;
export const maxSlowSeconds = 60;

/** Errors to choose from, in the sign-in page's order. */
export const misbehaviours = {
  none: fault('None', 'A normal sign-in.'),
  'never-returns': fault('Never returns', "Stays on a page of its own, and doesn't send you back."),
  'wrong-redirect-uri': fault(
    'Wrong redirect URI',
    "Shows its own error, as for a redirect URI that isn't registered.",
  ),
  'access-denied': fault(
    'Access denied',
    'Returns the error access_denied.',
    callback({
      error: 'access_denied',
      error_description: 'The demo provider denied access, as requested',
    }),
  ),
  'wrong-issuer': fault(
    'Wrong issuer',
    'The ID token has another iss.',
    claims({ iss: 'https://another-issuer.example' }),
  ),
  'wrong-audience': fault(
    'Wrong audience',
    'The ID token is for another client (aud).',
    claims({ aud: 'another-client' }),
  ),
  'bad-signature': fault('Bad signature', "The ID token isn't signed with the published key.", () => ({
    idToken: async (payload, key) =>
      (await signWith(key, payload)).replace(/\.[^.]{4}(?<rest>[^.]*)$/, '.AAAA$<rest>'),
  })),
  'no-kid': fault(
    'Two keys, no kid',
    "Publishes two keys, and the ID token doesn't say which one signed it. Sign-in works.",
    withHeader({ kid: undefined }),
  ),
  encrypted: fault('Encrypted ID token', 'The ID token is a JWE.', () => ({
    // With a key that nobody has, as for a client that has registered one.
    idToken: async (payload, key) =>
      new CompactEncrypt(Buffer.from(await signWith(key, payload)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: 'JWT' })
        .encrypt(randomBytes(32)),
  })),
  expired: fault(
    'Expired',
    'The ID token expired an hour ago.',
    claims(() => ({ iat: minutes(-120), exp: minutes(-60) })),
  ),
  'wrong-nonce': fault(
    'Wrong nonce',
    'The ID token belongs to another sign-in.',
    claims({ nonce: 'the-nonce-of-another-sign-in' }),
  ),
  'missing-claim': fault('Missing claim', 'The ID token and UserInfo contain only sub.', (provider) => {
    provider.user = { idToken: {}, userInfo: {} };
    return {};
  }),
  'userinfo-fails': fault(
    'UserInfo fails',
    'UserInfo returns 500. The ID token contains only sub, so UserInfo is needed.',
    userInfo({
      status: 500,
      body: { error: 'server_error', error_description: 'UserInfo fails, as requested' },
    }),
  ),
  'userinfo-unauthorized': fault(
    'UserInfo 401',
    'UserInfo rejects the access token. The ID token contains only sub.',
    userInfo({
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      body: { error: 'invalid_token', error_description: 'The access token is rejected, as requested' },
    }),
  ),
  'userinfo-other-sub': fault(
    'Wrong UserInfo sub',
    'UserInfo describes another user. The ID token contains only sub.',
    userInfo((good) => ({ body: { ...good, sub: 'demo-somebody-else' } })),
  ),
  slow: fault('Slow', 'The token endpoint delays its response.', ({ slowSeconds = slowSecondsDefault }) => ({
    token: (good) => ({ body: good, delayMilliseconds: slowSeconds * 1000 }),
  })),
};
export type MisbehaviourId = keyof typeof misbehaviours;
export const misbehaviourIds = Object.keys(misbehaviours) as MisbehaviourId[];

const expired: Behaviour = {
  refusal: () => ({
    status: 401,
    body: { error: 'invalid_client', error_description: 'AADSTS7000222: The client secret has expired' },
  }),
};
const gone: Behaviour = { metadata: () => ({ cut: true }), keys: () => ({ cut: true }) };

/** What goes wrong for every sign-in, until it ends. */
export const outages: Readonly<Record<ProviderFault, { name: string; what: string; behaviour: Behaviour }>> =
  {
    'secret-expired': {
      name: 'Expired client secret',
      what: 'The token endpoint says that the client secret has expired. Probe it, or sign in.',
      behaviour: expired,
    },
    'key-rolled': {
      name: 'Rolled key',
      what: 'ID tokens are signed with a new key, which is published. Sign-in works.',
      behaviour: {},
    },
    'certificate-ending': {
      name: 'Certificate that ends soon',
      what: "The provider's certificate ends in five days. Browsers ask again whether to trust it.",
      behaviour: {},
    },
    'provider-gone': {
      name: 'Provider gone',
      what: 'The provider closes every connection.',
      behaviour: gone,
    },
  };
