import { signWith, userInfo } from '../../demo/provider/behaviour.ts';
import { misbehaviours as simulated } from '../../demo/provider/misbehaviours.ts';
import { userNamed, type MisbehavingProvider } from '../misbehaving-provider.ts';
import { encode, faultsAt, type Misbehave } from './misbehaviour.ts';

/** Faults in the UserInfo response and the user's claims. */
export const userFaults = [
  ...faultsAt('userinfo', {
    userinfo_failed: [
      ['the UserInfo response is forbidden', userInfo({ status: 403 }), /returned 403.* Allow this client/],
      [
        'the UserInfo endpoint returns an error with status 200, as Slack',
        userInfo({ body: { ok: false, error: 'invalid_auth' } }),
        /returned an error \(200 invalid_auth\)/,
      ],
    ],
    insufficient_scope: [
      [
        'the scope is insufficient for UserInfo',
        userInfo({
          status: 403,
          headers: { 'www-authenticate': 'Bearer realm="r", error="insufficient_scope", scope="openid"' },
        }),
        /scope isn't sufficient.* Add the scope/,
      ],
      [
        'the scope is insufficient for UserInfo at Slack',
        userInfo({ body: { ok: false, error: 'missing_scope' } }),
      ],
    ],
    provider_unavailable: [
      [
        'the UserInfo endpoint fails',
        simulated['userinfo-fails'].misbehave,
        /failed with status 500.* later/,
      ],
      ['the UserInfo endpoint is overloaded', userInfo({ status: 429 }), /too many/],
    ],
    userinfo_wrong_subject: [
      ['the UserInfo response is about another user', simulated['userinfo-other-sub'].misbehave],
    ],
    provider_response_invalid: [
      [
        'the UserInfo response is a redirect',
        userInfo({ status: 302, headers: { location: '/elsewhere' } }),
        /returned a redirect/,
      ],
    ],
    provider_unreachable: [
      ['the UserInfo response is cut off', userInfo({ cut: true }), /UserInfo request failed/],
    ],
    userinfo_invalid: [
      ['the UserInfo response is unsigned', signedUserInfo(() => unsigned)],
      [
        'the UserInfo response contains no sub',
        userInfo({ body: { preferred_username: 'admin' } }),
        /no sub/,
      ],
      ['the UserInfo response is a page', userInfo({ type: 'text/html', body: '<h1>kaboom' }), /isn't JSON/],
      [
        'the signed UserInfo response is for another client',
        signedUserInfo(signed({ aud: 'another' })),
        /its aud is different.* another /,
      ],
      [
        'the signed UserInfo response is from another issuer',
        signedUserInfo(signed({ iss: 'https://other.example' })),
        /its iss is different/,
      ],
      ['the signed UserInfo response has expired', signedUserInfo(signed({ exp: 1 })), /has expired/],
    ],
  }),
  ...faultsAt('username_path', {
    no_username: [['the mapped claim is an array', userClaims(['admin'], 7)]],
  }),
  ...faultsAt('local_user', {
    unknown_user: [
      ['no user has the login', userClaims('nobody'), /No user has the login .*nobody.* Create a user/],
      [
        'the login differs in case',
        userClaims('Admin'),
        /The user .*admin.* differs only in case.*lower\(preferred_username\)/,
      ],
      [
        'the login differs in Unicode form',
        userClaims('ａdmin'),
        /differs only in Unicode form.* exactly .*admin/,
      ],
      [
        'the login contains an invisible character',
        userClaims('admin\u200B'),
        /invisible characters.* admin<U\+200B>/,
      ],
    ],
  }),
];

/** The user's name in the ID token, and the one in the UserInfo response. */
function userClaims(inIdToken: unknown, inUserInfo: unknown = 'admin'): Misbehave {
  return (provider) => {
    provider.user = userNamed(inIdToken, inUserInfo);
    return {};
  };
}

type Sign = (provider: MisbehavingProvider) => Promise<string> | string;

/** A provider whose UserInfo response, which has the login, is a JSON Web Token. */
export function signedUserInfo(bodyOf: Sign): Misbehave {
  return async (provider) => userInfo({ type: 'application/jwt', body: await bodyOf(provider) })(provider);
}

export function signed(claims: object): Sign {
  return ({ key }) => signWith(key, { sub: 'subject-1', preferred_username: 'admin', ...claims });
}

const unsigned = `${encode({ alg: 'none' })}.${encode({ sub: 'subject-1' })}.`;
