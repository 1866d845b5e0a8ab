import type { PersonaClaims } from './personas.ts';

/** Ways to go wrong, in the order of the sign-in page. */
export const misbehaviours = [
  { id: 'none', name: 'Nothing', what: 'Everything is as it should be.' },
  { id: 'access-denied', name: 'Access denied', what: 'Sends you back with access_denied.' },
  { id: 'wrong-issuer', name: 'Wrong issuer', what: 'The ID Token names another iss.' },
  { id: 'wrong-audience', name: 'Wrong audience', what: 'The ID Token is for another client (aud).' },
  { id: 'bad-signature', name: 'Bad signature', what: 'The signature does not fit the published key.' },
  { id: 'expired', name: 'Expired', what: 'The ID Token ended an hour ago.' },
  { id: 'wrong-nonce', name: 'Wrong nonce', what: 'The ID Token answers another sign-in.' },
  { id: 'missing-claim', name: 'Missing claim', what: 'ID Token and UserInfo hold sub alone.' },
  {
    id: 'userinfo-fails',
    name: 'UserInfo fails',
    what: 'It answers 500; the ID Token holds sub alone, so it is asked.',
  },
  {
    id: 'userinfo-other-sub',
    name: 'UserInfo of another sub',
    what: 'It tells about somebody else; the ID Token holds sub alone.',
  },
  { id: 'slow', name: 'Slow', what: 'The token endpoint waits before it answers.' },
] as const;
export type Misbehaviour = (typeof misbehaviours)[number]['id'];

/** Longer than the five seconds that Palisade waits. */
export const slowSecondsDefault = 8;
export const slowSecondsMost = 60;

const hour = 60 * 60;

/**
 * Changes the payload of a genuine ID Token.
 * @param now in seconds
 */
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

/** Flips bits in the first byte of a JWT's signature; its last characters hold padding, which some decoders ignore. */
export function spoilSignature(jwt: string): string {
  const at = jwt.lastIndexOf('.') + 1;
  const signature = Buffer.from(jwt.slice(at), 'base64url');
  signature[0] = (signature[0] ?? 0) ^ 0xff;
  return jwt.slice(0, at) + signature.toString('base64url');
}

/** What ID Token and UserInfo say, `sub` aside, under a misbehaviour. */
export function claimsShown(misbehaviour: Misbehaviour, claims: PersonaClaims) {
  const userInfo = { ...claims.idToken, ...claims.userInfoOnly };
  switch (misbehaviour) {
    case 'missing-claim':
      return { idToken: {}, userInfo: {} };
    case 'userinfo-fails':
    case 'userinfo-other-sub':
      // A relying party that finds the login in the ID Token has no reason to ask UserInfo.
      return { idToken: {}, userInfo };
    default:
      return { idToken: claims.idToken, userInfo };
  }
}
