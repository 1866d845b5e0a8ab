import { callback } from '../../demo/provider/behaviour.ts';
import { misbehaviours as simulated } from '../../demo/provider/misbehaviours.ts';
import type { MisbehavingProvider } from '../misbehaving-provider.ts';
import { faultsAt, token, tokenBody, type Misbehave } from './misbehaviour.ts';

const page = { type: 'text/html', body: '<h1>kaboom' };

/** Faults in the redirect back and the token response. */
export const requestFaults = [
  ...faultsAt('callback', {
    denied_by_provider: [
      ['the user denies consent', simulated['access-denied'].misbehave],
      [
        'access is denied without the announced iss',
        () => ({ metadata: announcing, callback: ({ state = '' }) => ({ state, error: 'access_denied' }) }),
      ],
    ],
    interaction_required: ['interaction_required', 'login_required', 'account_selection_required'].map(
      (error): [string, Misbehave, RegExp] => [
        `another step is required: ${error}`,
        callback({ error }),
        /another step.*second factor.*conditional access/,
      ],
    ),
    consent_required: [
      ['consent is required', callback({ error: 'consent_required' })],
      [
        'consent is missing at Entra',
        callback({
          error: 'access_denied',
          error_description: 'AADSTS65001: The user or administrator has not',
        }),
        /consented.*Grant the administrator's consent/,
      ],
    ],
    refused_by_provider: [
      ['the authorization request is rejected', callback({ error: 'invalid_scope' })],
      [
        'the authorization request is invalid',
        callback({ error: 'invalid_request' }),
        /PKCE with S256.*scope.*parameters that were added.*\(PAR\)/,
      ],
      ['the redirect back has no code', callback({})],
    ],
    wrong_issuer: [
      [
        'the redirect back has another issuer',
        () => ({ callback: (good) => ({ ...good, iss: 'https://mixed-up.example' }) }),
      ],
      [
        "iss is announced, but isn't in the redirect back",
        () => ({ metadata: announcing }),
        /doesn't contain iss.* https:\S+ missing/,
      ],
    ],
    provider_unavailable: [
      [
        'the provider has an outage',
        callback({ error: 'temporarily_unavailable' }),
        /couldn't process the authorization request/,
      ],
    ],
  }),
  ...faultsAt('token_request', {
    secret_expired: [
      ['the client secret has expired at Entra', entra('invalid_client', 7000222, 401), /has expired \(401/],
    ],
    secret_wrong: [
      ['the client secret is wrong at Entra', entra('invalid_client', 7000215, 401), /its value, not its ID/],
      ['the client secret is wrong at Slack', slack('bad_client_secret'), /\(200 bad_client_secret\)/],
    ],
    client_unknown: [
      ['the client ID is unknown at Entra', entra('unauthorized_client', 700016, 400), /tenant/],
      ['the client ID is unknown at Slack', slack('invalid_client_id')],
      ['the client ID is unknown at Salesforce', tokenError(400, 'invalid_client_id')],
    ],
    interaction_required: [
      ['a second factor is required at Entra', entra('interaction_required', 50076, 400), /second factor/],
      ['a second factor is required, with the code of a grant', entra('invalid_grant', 50079, 400)],
    ],
    consent_required: [['consent is missing at the token endpoint', entra('invalid_grant', 65001, 400)]],
    denied_by_provider: [
      [
        'the user is denied access at the token endpoint',
        tokenError(403, 'access_denied'),
        /Assign the user/,
      ],
      ['the user is inactive at Salesforce', tokenError(400, 'inactive_user')],
    ],
    client_refused: [
      [
        'the token endpoint quotes the credentials',
        (provider) =>
          token({
            status: 401,
            body: {
              error: 'invalid_client',
              error_description: quotations(provider).join(' '),
              got: quotations(provider),
            },
          })(provider),
      ],
      [
        'the error is the credentials',
        (provider) => token({ status: 401, body: { error: quotations(provider).join(' ') } })(provider),
      ],
      ['the client is rejected', tokenError(401, 'invalid_client')],
      ...['access_denied', 'invalid_request', 'invalid_scope', 'server_error', 'unauthorized'].map(
        (error): [string, Misbehave, RegExp] => [
          `the client is rejected with 401 and ${error}`,
          tokenError(401, error),
          /rejected the client ID or client secret \(401/,
        ],
      ),
      [
        'the token endpoint rejects the credentials with a challenge',
        challenge('Basic realm="kaboom"', '<h1>kaboom'),
        /client ID or client secret \(status 401\)/,
      ],
      [
        "the client isn't allowed to use the grant",
        tokenError(400, 'unauthorized_client'),
        /allow the authorization code grant/,
      ],
    ],
    provider_unavailable: [
      ['the token endpoint fails', token({ status: 500, ...page })],
      ['the token endpoint limits requests', tokenError(429, 'rate_limited'), /too many/],
      [
        'the token endpoint is unavailable',
        tokenError(503, 'temporarily_unavailable'),
        /failed \(503 temporarily_unavailable\).* Try again later/,
      ],
    ],
    provider_response_invalid: [
      ['the token endpoint redirects', token({ status: 302, headers: { location: '/elsewhere' } })],
      ['the token response is too large', tokenBody({ padding: 'x'.repeat(300_000) })],
    ],
    provider_unreachable: [
      ['the token endpoint is slow', () => ({ token: (good) => ({ body: good, delayMilliseconds: 6_000 }) })],
      ['the connection is cut', token({ cut: true })],
    ],
    id_token_invalid: [['the token response has no ID token', tokenBody({ id_token: undefined })]],
    token_request_failed: [
      [
        'the code is rejected',
        token({ status: 400, body: { error: 'invalid_grant', error_description: 'kaboom' } }),
      ],
      ['the code is rejected with 401', tokenError(401, 'invalid_grant'), /rejected the code/],
      ...['invalid_code', 'code_already_used'].map((error): [string, Misbehave, RegExp] => [
        `the code is rejected at Slack: ${error}`,
        slack(error),
        /rejected the code/,
      ]),
      ['the redirect URI is rejected at Slack', slack('bad_redirect_uri'), /exactly this redirect URI/],
      ['the redirect URI is rejected at Salesforce', tokenError(400, 'redirect_uri_mismatch')],
      ['the token endpoint returns a page', token(page)],
      [
        'the token endpoint is the discovery document',
        ({ issuer }) => ({ token: () => ({ body: { issuer, token_endpoint: `${issuer}/token` } }) }),
        /JSON that isn't a token response.* contains issuer, token_endpoint/,
      ],
      [
        'the token endpoint is a JSON API without such a path',
        token({ status: 404, body: { error: 'Not Found', message: 'kaboom' } }),
        /no token endpoint at this URL \(404\)/,
      ],
      [
        'the token endpoint requires an access token',
        challenge('Bearer error="invalid_token"', { error: 'invalid_token' }),
        /isn't a token endpoint/,
      ],
      [
        'a firewall blocks the token request',
        token({ status: 403, body: '<h1>kaboom' }),
        /denied access \(403\)/,
      ],
      [
        'the token endpoint rejects the scope',
        tokenError(400, 'invalid_scope'),
        /scope .*Remove the scope values/,
      ],
      [
        "the grant isn't supported",
        tokenError(400, 'unsupported_grant_type'),
        /doesn't support the authorization code grant/,
      ],
      [
        'the code is rejected with status 200',
        token({ body: { error: 'bad_verification_code', error_description: 'kaboom' } }),
        /rejected the code \(200 bad_verification_code\)/,
      ],
      ['the error is called constructor', tokenError(400, 'constructor'), /invalid OAuth response/],
      [
        'the access token is of another type',
        tokenBody({ token_type: 'mac' }),
        /token_type isn't Bearer.* Bearer mac/,
      ],
      ["there's no access token", tokenBody({ access_token: undefined }), /doesn't contain an access token/],
    ],
  }),
];

/** The client secret in the forms in which it's sent, and as a debugging page might show them. */
function quotations({ clientId, clientSecret }: MisbehavingProvider): string[] {
  const form = (value: string) => new URLSearchParams({ '': value }).toString().slice(1);
  const pairs = [`${form(clientId)}:${form(clientSecret)}`, `${clientId}:${clientSecret}`];
  const texts = [clientSecret, form(clientSecret), encodeURIComponent(clientSecret), ...pairs];
  return [
    ...texts,
    ...texts.map((text) => Buffer.from(text).toString('base64')),
    ...texts.map((text) => Buffer.from(text).toString('base64url')),
  ];
}

function tokenError(status: number, error: string) {
  return token({ status, body: { error } });
}

function entra(error: string, number: number, status: number) {
  const error_description = `AADSTS${number}: kaboom Trace ID: 0`;
  return token({ status, body: { error, error_description, error_codes: [number] } });
}

function slack(error: string) {
  return token({ body: { ok: false, error } });
}

function challenge(header: string, body: unknown) {
  return token({ status: 401, body, headers: { 'www-authenticate': header } });
}

function announcing(good: Record<string, unknown>) {
  return { body: { ...good, authorization_response_iss_parameter_supported: true } };
}
