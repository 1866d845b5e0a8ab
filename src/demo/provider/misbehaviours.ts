import type { PersonaClaims } from './personas.ts';

/** Errors to choose from, in the sign-in page's order. */
export const misbehaviours = [
  { id: 'none', name: 'None', what: 'A normal sign-in.' },
  {
    id: 'never-returns',
    name: 'Never returns',
    what: 'Stays on a page of its own, and doesn’t send you back.',
  },
  {
    id: 'wrong-redirect-uri',
    name: 'Wrong redirect URI',
    what: 'Shows its own error, as for a redirect URI that isn’t registered.',
  },
  { id: 'access-denied', name: 'Access denied', what: 'Returns the error access_denied.' },
  { id: 'wrong-issuer', name: 'Wrong issuer', what: 'The ID token has another iss.' },
  { id: 'wrong-audience', name: 'Wrong audience', what: 'The ID token is for another client (aud).' },
  { id: 'bad-signature', name: 'Bad signature', what: 'The ID token isn’t signed with the published key.' },
  {
    id: 'no-kid',
    name: 'Two keys, no kid',
    what: 'Publishes two keys, and the ID token doesn’t say which one signed it. Sign-in works.',
  },
  { id: 'encrypted', name: 'Encrypted ID token', what: 'The ID token is a JWE.' },
  { id: 'expired', name: 'Expired', what: 'The ID token expired an hour ago.' },
  { id: 'wrong-nonce', name: 'Wrong nonce', what: 'The ID token belongs to another sign-in.' },
  { id: 'missing-claim', name: 'Missing claim', what: 'The ID token and UserInfo contain only sub.' },
  {
    id: 'userinfo-fails',
    name: 'UserInfo fails',
    what: 'UserInfo returns 500. The ID token contains only sub, so UserInfo is needed.',
  },
  {
    id: 'userinfo-unauthorized',
    name: 'UserInfo 401',
    what: 'UserInfo rejects the access token. The ID token contains only sub.',
  },
  {
    id: 'userinfo-other-sub',
    name: 'Wrong UserInfo sub',
    what: 'UserInfo describes another user. The ID token contains only sub.',
  },
  { id: 'slow', name: 'Slow', what: 'The token endpoint delays its response.' },
] as const;
export type Misbehaviour = (typeof misbehaviours)[number]['id'];

/** Longer than Palisade's timeout of ten seconds. */
export const slowSecondsDefault = 15;
export const maxSlowSeconds = 60;

const hour = 60 * 60;

/** Alters the payload of a genuine ID token. @param now in seconds */
export function alterPayload(
  misbehaviour: Misbehaviour,
  payload: Record<string, unknown>,
  now = Math.floor(Date.now() / 1000),
): Record<string, unknown> {
  switch (misbehaviour) {
    case 'wrong-issuer':
      return { ...payload, iss: 'https://another-issuer.example' };
    case 'wrong-audience':
      return { ...payload, aud: 'another-client' };
    case 'expired':
      return { ...payload, iat: now - 2 * hour, exp: now - hour };
    case 'wrong-nonce':
      return { ...payload, nonce: 'the-nonce-of-another-sign-in' };
    default:
      return payload;
  }
}

/** Corrupts the first byte of a JWT's signature: some decoders ignore the last bits, which are padding. */
export function corruptSignature(jwt: string): string {
  const at = jwt.lastIndexOf('.') + 1;
  const signature = Buffer.from(jwt.slice(at), 'base64url');
  signature[0] = (signature[0] ?? 0) ^ 0xff;
  return jwt.slice(0, at) + signature.toString('base64url');
}

/** The claims of the ID token and the UserInfo response, without `sub`, under a misbehaviour. */
export function claimsFor(misbehaviour: Misbehaviour, claims: PersonaClaims) {
  const userInfo = { ...claims.idToken, ...claims.userInfoOnly };
  switch (misbehaviour) {
    case 'missing-claim':
      return { idToken: {}, userInfo: {} };
    case 'userinfo-fails':
    case 'userinfo-unauthorized':
    case 'userinfo-other-sub':
      // A relying party that finds the login in the ID token doesn't call UserInfo.
      return { idToken: {}, userInfo };
    default:
      return { idToken: claims.idToken, userInfo };
  }
}
