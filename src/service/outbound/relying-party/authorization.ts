import { hash, randomBytes } from 'node:crypto';
import { withoutReserved } from '../../../contract/oidc/authorization-endpoint.ts';
import type { FailedStep, Provider, SignInRequest } from '../../domain/oidc/relying-party.ts';
import { fail, format } from './failures.ts';
import { explainError } from './provider-errors.ts';

/** A new request with 256 random bits in each secret value. @param pkce whether the provider supports PKCE with S256 */
export function newRequest(redirectUri: string, pkce: boolean): SignInRequest {
  const random = () => randomBytes(32).toString('base64url');
  return { state: random(), nonce: random(), codeVerifier: pkce ? random() : '', redirectUri };
}

/**
 * The authorization request (OpenID Connect Core 1.0 section 3.1.2.1). Parameters that the endpoint's URL contains are
 * kept, except those that it can't have: older configurations may still have them.
 */
export function authorizationUrl(provider: Provider, request: SignInRequest): string {
  const url = new URL(withoutReserved(provider.authorization_endpoint));
  const parameters = {
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri: request.redirectUri,
    scope: provider.scope,
    state: request.state,
    nonce: request.nonce,
    ...(request.codeVerifier !== '' && {
      code_challenge: hash('sha256', request.codeVerifier, 'base64url'),
      code_challenge_method: 'S256',
    }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Checks the provider's redirect back. The request was found by its `state`.
 * @param announcesIss whether the provider announces `iss` in authorization responses (RFC 9207)
 * @returns the code
 * @throws SignInFailure
 */
export function codeFrom(callback: URLSearchParams, provider: Provider, announcesIss: boolean): string {
  const iss = callback.get('iss') || undefined;
  if (iss !== undefined && iss !== provider.issuer)
    failHere({
      error: 'wrong_issuer',
      message: 'The authorization response came from a different issuer (RFC 9207).',
      expected: provider.issuer,
      actual: format(iss),
      repair: 'Set the issuer to the one that the provider publishes.',
    });
  const error = callback.get('error');
  if (error) fail(refusal(error, callback.get('error_description'), provider.client_secret));
  if (iss === undefined && announcesIss)
    failHere({
      error: 'wrong_issuer',
      message:
        "The authorization response doesn't contain iss, although the provider announces it (RFC 9207).",
      expected: provider.issuer,
      actual: 'missing',
      repair: 'Make the provider send iss, or remove authorization_response_iss_parameter_supported there.',
    });
  return (
    callback.get('code') ||
    failHere({
      error: 'refused_by_provider',
      message: 'The provider redirected back without a code.',
      repair: 'Allow response type code for this client at the provider.',
    })
  );
}

function failHere(failed: Omit<FailedStep, 'name'>): never {
  fail({ name: 'callback', ...failed });
}

/** Explains an error response (RFC 6749 section 4.1.2.1). */
function refusal(code: string, description: string | null, clientSecret: string): FailedStep {
  return (
    explainError('callback', { code, description, clientSecret }) ?? {
      name: 'callback',
      error: 'refused_by_provider',
      message: `The provider rejected the authorization request (${code}).`,
      actual: code,
      repair: "Look for this request in the provider's own log.",
    }
  );
}
