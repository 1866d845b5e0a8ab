import { signWith, type ProviderResponse } from '../misbehaving-provider.ts';
import { encode, type Misbehaviour } from './misbehaviour.ts';

/** Faults in the UserInfo response and the user's claims. */
export const userFaults: Misbehaviour[] = [
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
    'userinfo_invalid',
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
  userInfo(
    'contains no sub',
    'userinfo_invalid',
    () => ({ body: { preferred_username: 'admin' } }),
    /no sub/,
  ),
  userInfo('is a page', 'userinfo_invalid', () => ({ type: 'text/html', body: '<h1>kaboom' }), /isn't JSON/),
  userInfo('is forbidden', 'userinfo_failed', () => ({ status: 403 }), /returned 403.* Allow this client/),
  userInfo(
    'is a redirect',
    'provider_response_invalid',
    () => ({ status: 302, headers: { location: '/elsewhere' } }),
    /returned a redirect/,
  ),
  userInfo('is cut off', 'provider_unreachable', () => ({ cut: true }), /UserInfo request failed/),
  signedUserInfo('is for another client', { aud: 'another' }, /its aud is different.* another /),
  signedUserInfo('is from another issuer', { iss: 'https://other.example' }, /its iss is different/),
  signedUserInfo('has expired', { exp: 1 }, /has expired/),
  [
    'the login contains an invisible character',
    'unknown_user',
    'local_user',
    (provider) => {
      provider.user.idToken = { preferred_username: 'admin\u200B' };
      return {};
    },
    /invisible characters.* admin<U\+200B>/,
  ],
];

function userInfo(
  what: string,
  error: string,
  response: (good: Record<string, unknown>) => ProviderResponse,
  says: RegExp,
): Misbehaviour {
  return [
    `the UserInfo response ${what}`,
    error,
    'userinfo',
    (provider) => {
      provider.user.idToken = {};
      return { userInfo: response };
    },
    says,
  ];
}

function signedUserInfo(what: string, claims: object, says: RegExp): Misbehaviour {
  return [
    `the signed UserInfo response ${what}`,
    'userinfo_invalid',
    'userinfo',
    async (provider) => {
      provider.user.idToken = {};
      const body = await signWith(provider.key, { sub: 'subject-1', preferred_username: 'admin', ...claims });
      return { userInfo: () => ({ type: 'application/jwt', body }) };
    },
    says,
  ];
}
