import { hash } from 'node:crypto';
import { claims, minutes, withHeader } from '../../demo/provider/behaviour.ts';
import { metadata, tokenBody, type Misbehave } from './misbehaviour.ts';
import { signed, signedUserInfo } from './user.ts';

/** What correct providers do differently: every sign-in still works. */
export const variations: [what: string, misbehave: Misbehave][] = [
  [
    'several usable keys and an ID token without kid',
    (provider) => ({
      keys: () => ({
        body: { keys: [provider.unpublishedKey.publicJwk, provider.key.publicJwk, null, { kty: 'new' }] },
      }),
      ...withHeader({ kid: undefined })(),
    }),
  ],
  ['an ID token of type JWT', withHeader({ typ: 'application/JWT' })],
  [
    'at_hash and azp',
    claims(({ aud }) => ({
      azp: aud,
      at_hash: hash('sha256', 'access-token-of-the-test-provider', 'buffer')
        .subarray(0, 16)
        .toString('base64url'),
    })),
  ],
  ['a clock skew under a minute', claims(() => ({ exp: minutes(0) - 30, iat: minutes(0) + 30 }))],
  [
    'a signed UserInfo response',
    signedUserInfo((provider) => signed({ iss: provider.issuer, aud: provider.clientId })(provider)),
  ],
  ['null for unused claims', claims({ azp: null, at_hash: null, nbf: null })],
  ['the audience as an array', claims(({ aud }) => ({ aud: [aud] }))],
  [
    'a token response as text',
    () => ({ token: (good) => ({ type: 'text/plain', body: JSON.stringify(good) }) }),
  ],
  ['an odd lifetime', tokenBody({ token_type: 'BEARER', expires_in: null })],
  [
    'iss, announced and sent',
    ({ issuer }) => ({
      metadata: (good) => ({ body: { ...good, authorization_response_iss_parameter_supported: true } }),
      callback: (good) => ({ ...good, iss: issuer }),
    }),
  ],
  ['PKCE without S256', metadata({ code_challenge_methods_supported: ['plain'] })],
  [
    'null for unused metadata',
    metadata({
      end_session_endpoint: null,
      scopes_supported: null,
      claims_supported: 'sub',
      authorization_response_iss_parameter_supported: null,
    }),
  ],
];
