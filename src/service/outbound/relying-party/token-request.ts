import type { FailedStep, Provider, SignInRequest } from '../../domain/oidc/relying-party.ts';
import type { Outbound, OutboundResponse } from '../outbound.ts';
import {
  fail,
  failRequest,
  failTemporarily,
  isTemporary,
  jsonObject,
  format,
  reportRepair,
} from './failures.ts';
import { credentialsOf } from './redaction.ts';
import { explainError } from './provider-errors.ts';

export interface Tokens {
  accessToken: string;
  idToken: string;
}

/**
 * Exchanges the code for tokens (OpenID Connect Core 1.0 section 3.1.3). The secret is sent only to the origin it was entered
 * for, no matter what the configuration says now.
 * @throws SignInFailure
 */
export async function requestTokens(
  outbound: Pick<Outbound, 'fetch'>,
  provider: Provider,
  request: SignInRequest,
  code: string,
): Promise<Tokens> {
  const { origin } = new URL(provider.token_endpoint);
  if (origin !== provider.secret_origin)
    failHere({
      error: 'secret_for_other_origin',
      message: `The client secret was entered for ${provider.secret_origin} and isn't sent to ${origin}.`,
      expected: provider.secret_origin,
      actual: origin,
      repair: `Enter the client secret again to use it with ${origin}, or change the token endpoint back.`,
    });
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: request.redirectUri,
    ...(request.codeVerifier !== '' && { code_verifier: request.codeVerifier }),
  };
  const response = await outbound
    .fetch(provider.token_endpoint, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(credentialsOf(provider.client_id, provider.client_secret)).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
      // Token endpoints often wait for a directory or another data center.
      timeoutFactor: 2,
    })
    .catch((error: unknown) => failRequest(error, 'token_request', 'The token request', 'token endpoint'));
  return tokensIn(response, provider);
}

function tokensIn(response: OutboundResponse, { client_secret: clientSecret }: Provider): Tokens {
  const { status } = response;
  const json = jsonObject(response.body);
  // Some providers report errors with status 200.
  const error = json?.['error'];
  if (typeof error === 'string') {
    const description = json?.['error_description'];
    const explained = explainError('token_request', { code: error, description, status, clientSecret });
    if (explained) fail(explained);
  }
  if (status !== 200) failStatus(response, typeof error === 'string' ? error : undefined);
  if (!json)
    failHere({
      error: 'token_request_failed',
      message: "The token endpoint returned something that isn't JSON.",
      actual: 'status 200',
      repair: 'Correct the token endpoint.',
    });
  const { access_token: accessToken, id_token: idToken, token_type: type } = json;
  const members = `contains ${Object.keys(json).join(', ').slice(0, 200) || 'nothing'}`;
  if (accessToken === undefined && idToken === undefined && type === undefined)
    failHere({
      error: 'token_request_failed',
      message: "The token endpoint returned JSON that isn't a token response.",
      actual: members,
      repair: endpointRepair,
    });
  if (typeof idToken !== 'string' || idToken === '')
    failHere({
      error: 'id_token_invalid',
      message: "The token response doesn't contain an ID token.",
      actual: members,
      repair: 'Request the scope openid, and enable OpenID Connect for this client at the provider.',
    });
  const isBearer = typeof type === 'string' && type.toLowerCase() === 'bearer';
  if (typeof accessToken === 'string' && accessToken !== '' && isBearer) return { accessToken, idToken };
  failHere({
    error: 'token_request_failed',
    message: isBearer
      ? "The token response doesn't contain an access token."
      : "The token response's token_type isn't Bearer.",
    ...(isBearer ? {} : { expected: 'Bearer', actual: format(type) }),
    repair: reportRepair,
  });
}

function failHere(failed: Omit<FailedStep, 'name'>): never {
  fail({ name: 'token_request', ...failed });
}

/** Fails because of the status of a response without a registered OAuth error code. */
function failStatus({ status, headers }: OutboundResponse, code: string | undefined): never {
  if (isTemporary(status)) failTemporarily('token_request', 'token endpoint', status);
  const actual = code === undefined ? `status ${status}` : `${status} ${code}`;
  const challenge = headers.get('www-authenticate')?.trim().split(/\s/)[0]?.toLowerCase();
  if (status === 401 && (challenge === undefined || challenge === 'basic'))
    failHere({
      error: 'client_refused',
      message: `The provider rejected the client ID or client secret (${actual}).`,
      actual,
    });
  const [message, repair] = statusProblem(status, challenge);
  failHere({ error: 'token_request_failed', message, actual, repair });
}

const endpointRepair = "Compare the token endpoint with the one in the provider's metadata.";

function statusProblem(status: number, challenge: string | undefined): [message: string, repair: string] {
  if (status === 401)
    return [`The URL requires ${challenge} authentication, so it isn't a token endpoint.`, endpointRepair];
  if (status === 403)
    return [
      'The token endpoint denied access (403).',
      'A firewall in front of the provider may block the service; see its log.',
    ];
  if (status === 404 || status === 405 || status === 410)
    return [`There's no token endpoint at this URL (${status}).`, endpointRepair];
  return [`The token endpoint returned an invalid OAuth response (${status}).`, endpointRepair];
}
