import { signatureAlgorithms } from '../../contract/oidc/metadata.ts';
import * as oidc from 'openid-client';
import type { FailedStep, Provider } from '../domain/oidc/relying-party.ts';
import { causesOf } from './causes.ts';
import { OutboundError } from './outbound-error.ts';
import { SecretBoundElsewhere, type Call } from './provider-calls.ts';

/** The library's error with its details. */
interface Cause {
  message: string;
  code: string;
  /** Details attached by the library. */
  facts: Record<string, unknown>;
}

const dateOf = (seconds: unknown) =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : shown(seconds);

/**
 * Determines which step of the token exchange failed, and why. Text from the provider is omitted, except
 * OAuth error codes.
 * @param calls the requests so far: if a request failed, it's the last one
 */
export function explainGrant(error: unknown, provider: Provider, calls: readonly Call[]): FailedStep {
  if (error instanceof oidc.AuthorizationResponseError) return explainRefusal(error.error);
  const inKeys = calls.at(-1)?.endpoint === 'keys';
  const elsewhere = causesOf(error).find((cause) => cause instanceof SecretBoundElsewhere);
  if (elsewhere) return explainElsewhere(provider.secret_origin, elsewhere.origin);
  const outbound = causesOf(error).find((cause) => cause instanceof OutboundError);
  if (outbound) return explainOutbound(outbound, inKeys);
  if (error instanceof oidc.ResponseBodyError) return explainTokenError(error.error, error.status);
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    return explainTokenError('invalid_client', error.status);
  const cause = innermost(error);
  return (
    explainCallback(cause) ??
    explainClaim(cause, provider) ??
    explainSignature(cause, provider, calls) ??
    explainResponse(cause, inKeys, calls)
  );
}

function explainRefusal(code: string): FailedStep {
  const name = 'callback';
  const actual = code.slice(0, 100);
  if (['access_denied', 'login_required', 'consent_required', 'interaction_required'].includes(code)) {
    return {
      name,
      error: 'denied_by_provider',
      message: `The provider didn't sign the user in (${actual}).`,
      actual,
      repair:
        'Sign in and consent at the provider. Its administrator may have to grant access to this client.',
    };
  }
  return {
    name,
    error: 'refused_by_provider',
    message: `The provider rejected the authorization request (${actual}).`,
    actual,
    repair: refusals.get(code) ?? "Look for this request in the provider's own log.",
  };
}

// A map, because the code comes from the provider and could be `constructor`.
const refusals = new Map([
  ['invalid_scope', "Remove the scope values that the provider doesn't support."],
  ['unauthorized_client', 'Allow the authorization code flow for this client at the provider.'],
  ['unsupported_response_type', 'Allow response type code for this client at the provider.'],
  ['invalid_request', 'Compare the redirect URI and client ID with those registered at the provider.'],
]);

function explainOutbound(error: OutboundError, inKeys: boolean): FailedStep {
  return inKeys
    ? {
        name: 'id_token_signature',
        error: 'provider_unreachable',
        message: `Couldn't fetch the provider's keys: ${error.message}.`,
        repair: 'Correct the jwks_uri, or make the provider reachable from the service.',
      }
    : {
        name: 'token_request',
        error: 'provider_unreachable',
        message: `The token request failed: ${error.message}.`,
        repair: 'Correct the token endpoint, or make the provider reachable from the service.',
      };
}

function explainElsewhere(entered: string, now: string): FailedStep {
  return {
    name: 'token_request',
    error: 'token_request_failed',
    message: `The client secret was entered for ${entered} and isn't sent to ${now}.`,
    expected: entered,
    actual: now,
    repair: `Enter the client secret again to use it with ${now}, or change the token endpoint back.`,
  };
}

function explainTokenError(code: string, status: number): FailedStep {
  const actual = `${status} ${code.slice(0, 100)}`;
  if (['invalid_client', 'unauthorized_client'].includes(code)) {
    return {
      name: 'token_request',
      error: 'client_refused',
      message: `The provider rejected the client ID or client secret (${actual}).`,
      actual,
      repair:
        'Replace the client secret, compare the client ID, and allow client_secret_basic at the provider.',
    };
  }
  return {
    name: 'token_request',
    error: 'token_request_failed',
    message: `The token endpoint rejected the code (${actual}).`,
    actual,
    repair:
      'Compare the redirect URI with the one registered at the provider. Codes expire quickly and work only once.',
  };
}

function explainCallback({ message, facts }: Cause): FailedStep | undefined {
  if (message.startsWith('response parameter "iss"') || message.startsWith('unexpected "iss"')) {
    const parameters = facts['parameters'];
    return {
      name: 'callback',
      error: 'wrong_issuer',
      message: 'The authorization response came from a different issuer (RFC 9207).',
      expected: shown(facts['expected']),
      actual:
        parameters instanceof URLSearchParams ? shown(parameters.get('iss') ?? undefined) : shown(undefined),
      repair: 'Set the issuer to the one that the provider publishes.',
    };
  }
  if (!message.startsWith('no authorization code')) return undefined;
  return {
    name: 'callback',
    error: 'refused_by_provider',
    message: 'The provider redirected back without a code.',
    repair: 'Allow response type code for this client at the provider.',
  };
}

function explainClaim({ code, message, facts }: Cause, provider: Provider): FailedStep | undefined {
  const name = 'id_token_claims';
  const claim = facts['claim'];
  const claims = record(facts['claims']);
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') {
    const actual = shown(claims[String(claim)]);
    if (claim === 'iss') {
      return {
        name,
        error: 'wrong_issuer',
        message: "The ID token's issuer differs from the configured one.",
        expected: provider.issuer,
        actual,
        repair: 'Set the issuer to exactly the value of iss, including slashes.',
      };
    }
    if (claim === 'nonce') return wrongNonce('another value');
    return {
      name,
      error: 'wrong_audience',
      message: 'The ID token was issued to another client.',
      expected: provider.client_id,
      actual,
      repair: 'Set the client ID to the one registered at the provider.',
    };
  }
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') {
    const early = claim === 'nbf';
    return {
      name,
      error: early ? 'id_token_invalid' : 'token_expired',
      message: early ? "The ID token isn't valid yet." : 'The ID token has expired.',
      expected: `${early ? 'before' : 'after'} ${dateOf(facts['now'])}`,
      actual: dateOf(claims[String(claim)]),
      repair: "Synchronize the provider's and the service's clocks; they may differ by a minute.",
    };
  }
  const missing = /JWT "(\w+)" \(.*claim (missing|type)/.exec(message);
  if (!missing) return undefined;
  if (missing[1] === 'nonce') return wrongNonce('missing');
  return {
    name,
    error: 'id_token_invalid',
    message: `The ID token ${missing[2] === 'missing' ? 'lacks the claim' : 'has a claim of the wrong type:'} ${missing[1]}.`,
    actual: shown(claims[String(missing[1])]),
    repair: "The provider violates OpenID Connect; report it to the provider's administrator.",
  };
}

/** The expected nonce isn't shown: it's a secret between us and the provider. */
function wrongNonce(actual: string): FailedStep {
  return {
    name: 'id_token_claims',
    error: 'wrong_nonce',
    message: 'The ID token belongs to another sign-in: its nonce is different.',
    actual,
    repair: 'Try again. If it keeps failing, the provider mixes up sign-ins.',
  };
}

function explainSignature(cause: Cause, provider: Provider, calls: readonly Call[]): FailedStep | undefined {
  const { message, code, facts } = cause;
  const name = 'id_token_signature';
  if (message.startsWith('JWE decryption')) {
    return {
      name,
      error: 'encrypted_id_token',
      message: "The ID token is encrypted, which the service doesn't support.",
      repair: 'Turn off ID token encryption for this client at the provider.',
    };
  }
  if (message.startsWith('unexpected JWT "alg"') || message.startsWith('unsupported JWS')) {
    return {
      name,
      error: 'signature_invalid',
      message: "The ID token is signed with an algorithm that the service doesn't accept.",
      expected: signatureAlgorithms.join(', '),
      actual: shown(record(facts['header'])['alg'] ?? facts['alg']),
      repair: 'Choose RS256 or ES256 for this client at the provider.',
    };
  }
  if (message.includes('"as.jwks_uri"') || (message.includes('jwks_uri') && !provider.jwks_uri)) {
    return {
      name,
      error: 'signature_invalid',
      message: "The ID token can't be verified: no jwks_uri is configured.",
      repair: 'Set the jwks_uri, or a metadata URL that provides one.',
    };
  }
  if (message.startsWith('error when selecting a JWT verification key')) {
    return {
      name,
      error: 'signature_invalid',
      message: message.includes('multiple')
        ? "Several of the provider's keys could have signed the ID token, which has no kid."
        : "None of the provider's published keys matches the ID token's kid.",
      actual: `kid ${shown(record(facts['header'])['kid'])}`,
      repair: `Compare the keys at ${provider.jwks_uri} with the provider's signing key.`,
    };
  }
  if (message !== 'JWT signature verification failed' && !(code === '' && calls.at(-1)?.endpoint === 'keys'))
    return undefined;
  return {
    name,
    error: 'signature_invalid',
    message: "The ID token's signature doesn't match the provider's published keys.",
    repair: `Compare the jwks_uri (${provider.jwks_uri}) with the one in the provider's metadata.`,
  };
}

function explainResponse(cause: Cause, inKeys: boolean, calls: readonly Call[]): FailedStep {
  const last = calls.at(-1);
  if (inKeys) {
    return {
      name: 'id_token_signature',
      error: 'signature_invalid',
      message: "The jwks_uri didn't return a JWK Set.",
      actual: `status ${last?.status ?? 'unknown'}`,
      repair: 'Correct the jwks_uri.',
    };
  }
  if (last?.status === 200 && /id_token|ID token|JWT/.test(cause.message)) {
    const absent = cause.message.includes('"id_token" property');
    return {
      name: absent ? 'token_request' : 'id_token_claims',
      error: 'id_token_invalid',
      message: absent ? "The token response doesn't contain an ID token." : "The ID token can't be parsed.",
      repair: 'Request the scope openid, and enable OpenID Connect for this client at the provider.',
    };
  }
  return {
    name: 'token_request',
    error: 'token_request_failed',
    message: 'The token endpoint returned an invalid OAuth response.',
    actual: `status ${last?.status ?? 'unknown'}`,
    repair: 'Correct the token endpoint.',
  };
}

/** The library's original error: the ones wrapping it say less. */
function innermost(error: unknown): Cause {
  const errors = causesOf(error);
  const last =
    errors.findLast((cause) => 'code' in cause && String(cause.code).startsWith('OAUTH_')) ?? errors.at(-1);
  const code = errors
    .map((cause) => ('code' in cause ? String(cause.code) : ''))
    .find((found) => found !== '');
  return { message: last?.message ?? '', code: code ?? '', facts: record(last?.cause) };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Formats a value for the report. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 300);
}
