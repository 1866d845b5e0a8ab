import { signWith, type MisbehavingProvider, type ProviderResponse } from '../misbehaving-provider.ts';
import { encode, faultsAt, type Misbehave } from './misbehaviour.ts';

/** Faults in the UserInfo response and the user's claims. */
export const userFaults = [
  ...faultsAt('userinfo', [
    ['the UserInfo request fails', 'userinfo_failed', userInfo({ status: 500, body: 'kaboom' })],
    [
      'the UserInfo response is about another user',
      'userinfo_wrong_subject',
      userInfo({ body: { sub: 'someone else', preferred_username: 'admin' } }),
    ],
    ['the UserInfo response is unsigned', 'userinfo_invalid', signedUserInfo(() => unsigned)],
    [
      'the UserInfo response contains no sub',
      'userinfo_invalid',
      userInfo({ body: { preferred_username: 'admin' } }),
      /no sub/,
    ],
    [
      'the UserInfo response is a page',
      'userinfo_invalid',
      userInfo({ type: 'text/html', body: '<h1>kaboom' }),
      /isn't JSON/,
    ],
    [
      'the UserInfo response is forbidden',
      'userinfo_failed',
      userInfo({ status: 403 }),
      /returned 403.* Allow this client/,
    ],
    [
      'the UserInfo response is a redirect',
      'provider_response_invalid',
      userInfo({ status: 302, headers: { location: '/elsewhere' } }),
      /returned a redirect/,
    ],
    [
      'the UserInfo response is cut off',
      'provider_unreachable',
      userInfo({ cut: true }),
      /UserInfo request failed/,
    ],
    [
      'the signed UserInfo response is for another client',
      'userinfo_invalid',
      signedUserInfo(signed({ aud: 'another' })),
      /its aud is different.* another /,
    ],
    [
      'the signed UserInfo response is from another issuer',
      'userinfo_invalid',
      signedUserInfo(signed({ iss: 'https://other.example' })),
      /its iss is different/,
    ],
    [
      'the signed UserInfo response has expired',
      'userinfo_invalid',
      signedUserInfo(signed({ exp: 1 })),
      /has expired/,
    ],
  ]),
  ...faultsAt('username_path', [['the mapped claim is an array', 'no_username', userClaims(['admin'], 7)]]),
  ...faultsAt('local_user', [
    ['no user has the login', 'unknown_user', userClaims('Admin')],
    [
      'the login contains an invisible character',
      'unknown_user',
      userClaims('admin\u200B'),
      /invisible characters.* admin<U\+200B>/,
    ],
  ]),
];

/** The user's name in the ID token, and in the UserInfo response if it differs. */
function userClaims(inIdToken: unknown, inUserInfo: unknown = 'admin'): Misbehave {
  return (provider) => {
    provider.user = {
      idToken: { preferred_username: inIdToken },
      userInfo: { preferred_username: inUserInfo },
    };
    return {};
  };
}

/** A UserInfo response that's needed because the ID token doesn't contain the login. */
function userInfo(response: ProviderResponse): Misbehave {
  return (provider) => {
    provider.user.idToken = {};
    return { userInfo: () => response };
  };
}

type Sign = (provider: MisbehavingProvider) => Promise<string> | string;

function signedUserInfo(bodyOf: Sign): Misbehave {
  return async (provider) => userInfo({ type: 'application/jwt', body: await bodyOf(provider) })(provider);
}

function signed(claims: object): Sign {
  return ({ key }) => signWith(key, { sub: 'subject-1', preferred_username: 'admin', ...claims });
}

const unsigned = `${encode({ alg: 'none' })}.${encode({ sub: 'subject-1' })}.`;
