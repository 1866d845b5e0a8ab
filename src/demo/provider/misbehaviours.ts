import type { PersonaClaims } from './personas.ts';

const fault = <const Id extends string>(id: Id, name: string, what: string) => ({ id, name, what });

/** Errors to choose from, in the sign-in page's order. */
export const misbehaviours = [
  fault('none', 'None', 'A normal sign-in.'),
  fault('never-returns', 'Never returns', "Stays on a page of its own, and doesn't send you back."),
  fault(
    'wrong-redirect-uri',
    'Wrong redirect URI',
    "Shows its own error, as for a redirect URI that isn't registered.",
  ),
  fault('access-denied', 'Access denied', 'Returns the error access_denied.'),
  fault('wrong-issuer', 'Wrong issuer', 'The ID token has another iss.'),
  fault('wrong-audience', 'Wrong audience', 'The ID token is for another client (aud).'),
  fault('bad-signature', 'Bad signature', "The ID token isn't signed with the published key."),
  fault(
    'no-kid',
    'Two keys, no kid',
    "Publishes two keys, and the ID token doesn't say which one signed it. Sign-in works.",
  ),
  fault('encrypted', 'Encrypted ID token', 'The ID token is a JWE.'),
  fault('expired', 'Expired', 'The ID token expired an hour ago.'),
  fault('wrong-nonce', 'Wrong nonce', 'The ID token belongs to another sign-in.'),
  fault('missing-claim', 'Missing claim', 'The ID token and UserInfo contain only sub.'),
  fault(
    'userinfo-fails',
    'UserInfo fails',
    'UserInfo returns 500. The ID token contains only sub, so UserInfo is needed.',
  ),
  fault(
    'userinfo-unauthorized',
    'UserInfo 401',
    'UserInfo rejects the access token. The ID token contains only sub.',
  ),
  fault(
    'userinfo-other-sub',
    'Wrong UserInfo sub',
    'UserInfo describes another user. The ID token contains only sub.',
  ),
  fault('slow', 'Slow', 'The token endpoint delays its response.'),
];
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
