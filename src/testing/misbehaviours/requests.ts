import { callback, faultsAt, token, tokenBody } from './misbehaviour.ts';

const page = { type: 'text/html', body: '<h1>kaboom' };

/** Faults in the redirect back and the token response. */
export const requestFaults = [
  ...faultsAt('callback', [
    ['the user denies consent', 'denied_by_provider', callback({ error: 'access_denied' })],
    ['the authorization request is rejected', 'refused_by_provider', callback({ error: 'invalid_scope' })],
    ['the redirect back has no code', 'refused_by_provider', callback({})],
    [
      'the redirect back has another issuer',
      'wrong_issuer',
      () => ({ callback: (good) => ({ ...good, iss: 'https://mixed-up.example' }) }),
    ],
    [
      'the provider has an outage',
      'provider_unavailable',
      callback({ error: 'temporarily_unavailable' }),
      /couldn't process the authorization request/,
    ],
    [
      "iss is announced, but isn't in the redirect back",
      'wrong_issuer',
      () => ({ metadata: announcing }),
      /doesn't contain iss.* https:\S+ missing/,
    ],
    [
      'access is denied without the announced iss',
      'denied_by_provider',
      () => ({ metadata: announcing, callback: ({ state = '' }) => ({ state, error: 'access_denied' }) }),
    ],
  ]),
  ...faultsAt('token_request', [
    ['the client is rejected', 'client_refused', tokenError(401, 'invalid_client')],
    [
      'the code is rejected',
      'token_request_failed',
      token({ status: 400, body: { error: 'invalid_grant', error_description: 'kaboom' } }),
    ],
    ['the token endpoint fails', 'provider_unavailable', token({ status: 500, ...page })],
    ['the token endpoint returns a page', 'token_request_failed', token(page)],
    [
      'the token endpoint redirects',
      'provider_response_invalid',
      token({ status: 302, headers: { location: '/elsewhere' } }),
    ],
    [
      'the token response is too large',
      'provider_response_invalid',
      tokenBody({ padding: 'x'.repeat(300_000) }),
    ],
    [
      'the token endpoint is slow',
      'provider_unreachable',
      () => ({ token: (good) => ({ body: good, delayMilliseconds: 4_000 }) }),
    ],
    ['the connection is cut', 'provider_unreachable', token({ cut: true })],
    ['the token response has no ID token', 'id_token_invalid', tokenBody({ id_token: undefined })],
    [
      'the token endpoint is a JSON API without such a path',
      'token_request_failed',
      token({ status: 404, body: { error: 'Not Found', message: 'kaboom' } }),
      /no token endpoint at this URL \(404\)/,
    ],
    [
      'the token endpoint limits requests',
      'provider_unavailable',
      tokenError(429, 'rate_limited'),
      /too many/,
    ],
    [
      'the token endpoint is unavailable',
      'provider_unavailable',
      tokenError(503, 'temporarily_unavailable'),
      /failed \(503 temporarily_unavailable\).* Try again later/,
    ],
    [
      'the token endpoint requires an access token',
      'token_request_failed',
      challenge('Bearer error="invalid_token"', { error: 'invalid_token' }),
      /isn't a token endpoint/,
    ],
    [
      'the token endpoint rejects the credentials with a challenge',
      'client_refused',
      challenge('Basic realm="kaboom"', '<h1>kaboom'),
      /client ID or client secret \(status 401\)/,
    ],
    [
      'a firewall blocks the token request',
      'token_request_failed',
      token({ status: 403, body: '<h1>kaboom' }),
      /denied access \(403\)/,
    ],
    [
      'the token endpoint rejects the scope',
      'token_request_failed',
      tokenError(400, 'invalid_scope'),
      /scope .*Remove the scope values/,
    ],
    [
      "the grant isn't supported",
      'token_request_failed',
      tokenError(400, 'unsupported_grant_type'),
      /doesn't support the authorization code grant/,
    ],
    [
      "the client isn't allowed to use the grant",
      'client_refused',
      tokenError(400, 'unauthorized_client'),
      /allow the authorization code grant/,
    ],
    [
      'the code is rejected with status 200',
      'token_request_failed',
      token({ body: { error: 'bad_verification_code', error_description: 'kaboom' } }),
      /rejected the code \(200 bad_verification_code\)/,
    ],
    [
      'the error is called constructor',
      'token_request_failed',
      tokenError(400, 'constructor'),
      /invalid OAuth response/,
    ],
    [
      'the access token is of another type',
      'token_request_failed',
      tokenBody({ token_type: 'mac' }),
      /token_type isn't Bearer.* Bearer mac/,
    ],
    [
      "there's no access token",
      'token_request_failed',
      tokenBody({ access_token: undefined }),
      /doesn't contain an access token/,
    ],
  ]),
];

function tokenError(status: number, error: string) {
  return token({ status, body: { error } });
}

function challenge(header: string, body: unknown) {
  return token({ status: 401, body, headers: { 'www-authenticate': header } });
}

function announcing(good: Record<string, unknown>) {
  return { body: { ...good, authorization_response_iss_parameter_supported: true } };
}
