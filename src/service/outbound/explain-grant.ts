import * as oidc from 'openid-client';
import type { FailedStep, Provider } from '../domain/oidc/relying-party.ts';
import { causesOf } from './causes.ts';
import { OutboundError } from './outbound-error.ts';
import { SecretBoundElsewhere, signatureAlgorithms, type Call } from './provider-calls.ts';

/** An error of the library with everything that it carries. */
interface Cause {
  message: string;
  code: string;
  /** The facts that the library attaches. */
  facts: Record<string, unknown>;
}

const dateOf = (seconds: unknown) =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : shown(seconds);

/**
 * Finds the step at which the exchange of a code failed, and says why. The text of the other side is left out, except
 * the codes that OAuth defines.
 * @param calls the requests made so far: the last one is that which failed, if a request did
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
      message: `The provider sent the user back without signing them in (${actual}).`,
      actual,
      repair:
        'Sign in and agree at the provider; an administrator there may have to grant access to this client.',
    };
  }
  return {
    name,
    error: 'refused_by_provider',
    message: `The provider refuses the authorization request (${actual}).`,
    actual,
    repair: refusals.get(code) ?? "Look for this request in the provider's own log.",
  };
}

// A map, because the code is the provider's, and every object has a `constructor`.
const refusals = new Map([
  ['invalid_scope', 'Remove the values from the scope that the provider does not offer.'],
  ['unauthorized_client', 'Allow the Authorization Code Flow for this client at the provider.'],
  ['unsupported_response_type', 'Allow the response type code for this client at the provider.'],
  ['invalid_request', 'Compare the redirect URI and the client id with those registered at the provider.'],
]);

function explainOutbound(error: OutboundError, inKeys: boolean): FailedStep {
  return inKeys
    ? {
        name: 'id_token_signature',
        error: 'provider_unreachable',
        message: `The keys of the provider cannot be fetched: ${error.message}.`,
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
      message: `The provider does not accept the client id and client secret (${actual}).`,
      actual,
      repair:
        'Replace the client secret, compare the client id, and allow client_secret_basic at the provider.',
    };
  }
  return {
    name: 'token_request',
    error: 'token_request_failed',
    message: `The token endpoint refuses the code (${actual}).`,
    actual,
    repair: 'Compare the redirect URI with the one registered at the provider; codes work once and briefly.',
  };
}

function explainCallback({ message, facts }: Cause): FailedStep | undefined {
  if (message.startsWith('response parameter "iss"') || message.startsWith('unexpected "iss"')) {
    const parameters = facts['parameters'];
    return {
      name: 'callback',
      error: 'wrong_issuer',
      message: 'The answer came from another issuer than the configuration names (RFC 9207).',
      expected: shown(facts['expected']),
      actual:
        parameters instanceof URLSearchParams ? shown(parameters.get('iss') ?? undefined) : shown(undefined),
      repair: 'Set the issuer of the configuration to the one that the provider publishes.',
    };
  }
  if (!message.startsWith('no authorization code')) return undefined;
  return {
    name: 'callback',
    error: 'refused_by_provider',
    message: 'The provider sent the user back without a code.',
    repair: 'Allow the response type code for this client at the provider.',
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
        message: 'The ID Token names another issuer than the configuration.',
        expected: provider.issuer,
        actual,
        repair: 'Set the issuer of the configuration to the value of iss, to the letter, slashes included.',
      };
    }
    if (claim === 'nonce') return wrongNonce('another value');
    return {
      name,
      error: 'wrong_audience',
      message: 'The ID Token was made out for another client.',
      expected: provider.client_id,
      actual,
      repair: 'Set the client id of the configuration to the one that is registered at the provider.',
    };
  }
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') {
    const early = claim === 'nbf';
    return {
      name,
      error: early ? 'id_token_invalid' : 'token_expired',
      message: early ? 'The ID Token is not valid yet.' : 'The ID Token has expired.',
      expected: `${early ? 'before' : 'after'} ${dateOf(facts['now'])}`,
      actual: dateOf(claims[String(claim)]),
      repair: 'Set the clocks of the provider and of the service; they may differ by a minute.',
    };
  }
  const missing = /JWT "(\w+)" \(.*claim (missing|type)/.exec(message);
  if (!missing) return undefined;
  if (missing[1] === 'nonce') return wrongNonce('missing');
  return {
    name,
    error: 'id_token_invalid',
    message: `The ID Token ${missing[2] === 'missing' ? 'has no claim' : 'has a claim of the wrong type:'} ${missing[1]}.`,
    actual: shown(claims[String(missing[1])]),
    repair: 'The provider does not keep to OpenID Connect; tell whoever runs it.',
  };
}

/** The nonce that was sent is not told: it stays between us and the provider. */
function wrongNonce(actual: string): FailedStep {
  return {
    name: 'id_token_claims',
    error: 'wrong_nonce',
    message: 'The ID Token answers another sign-in: its nonce is not the one that was sent.',
    actual,
    repair: 'Try again; when it stays, the provider mixes up its sign-ins.',
  };
}

function explainSignature(cause: Cause, provider: Provider, calls: readonly Call[]): FailedStep | undefined {
  const { message, code, facts } = cause;
  const name = 'id_token_signature';
  if (message.startsWith('JWE decryption')) {
    return {
      name,
      error: 'encrypted_id_token',
      message: 'The ID Token is encrypted, and the service has no key to decrypt it.',
      repair: 'Turn off ID Token encryption for this client at the provider.',
    };
  }
  if (message.startsWith('unexpected JWT "alg"') || message.startsWith('unsupported JWS')) {
    return {
      name,
      error: 'signature_invalid',
      message: 'The ID Token is signed with an algorithm that the service does not take.',
      expected: signatureAlgorithms.join(', '),
      actual: shown(record(facts['header'])['alg'] ?? facts['alg']),
      repair: 'Choose RS256 or ES256 for this client at the provider.',
    };
  }
  if (message.includes('"as.jwks_uri"') || (message.includes('jwks_uri') && !provider.jwks_uri)) {
    return {
      name,
      error: 'signature_invalid',
      message: 'There are no keys to verify the ID Token with: the configuration has no jwks_uri.',
      repair: 'Set the jwks_uri, or a metadata URL whose document has one.',
    };
  }
  if (message.startsWith('error when selecting a JWT verification key')) {
    return {
      name,
      error: 'signature_invalid',
      message: message.includes('multiple')
        ? 'Several keys of the provider could have signed the ID Token, which does not say which (kid).'
        : 'None of the keys that the provider publishes is the one that the ID Token names.',
      actual: `kid ${shown(record(facts['header'])['kid'])}`,
      repair: `Compare the keys at ${provider.jwks_uri} with the one that the provider signs with.`,
    };
  }
  if (message !== 'JWT signature verification failed' && !(code === '' && calls.at(-1)?.endpoint === 'keys'))
    return undefined;
  return {
    name,
    error: 'signature_invalid',
    message: 'The signature of the ID Token does not fit the keys that the provider publishes.',
    repair: `Compare the jwks_uri (${provider.jwks_uri}) with the one in the provider's metadata.`,
  };
}

function explainResponse(cause: Cause, inKeys: boolean, calls: readonly Call[]): FailedStep {
  const last = calls.at(-1);
  if (inKeys) {
    return {
      name: 'id_token_signature',
      error: 'signature_invalid',
      message: 'The jwks_uri does not answer a JWK Set.',
      actual: `status ${last?.status ?? 'unknown'}`,
      repair: 'Correct the jwks_uri.',
    };
  }
  if (last?.status === 200 && /id_token|ID Token|JWT/.test(cause.message)) {
    const absent = cause.message.includes('"id_token" property');
    return {
      name: absent ? 'token_request' : 'id_token_claims',
      error: 'id_token_invalid',
      message: absent ? 'The token endpoint answers without an ID Token.' : 'The ID Token cannot be read.',
      repair: 'Send the scope openid, and make the provider answer OpenID Connect for this client.',
    };
  }
  return {
    name: 'token_request',
    error: 'token_request_failed',
    message: 'The token endpoint does not answer what OAuth says.',
    actual: `status ${last?.status ?? 'unknown'}`,
    repair: 'Correct the token endpoint.',
  };
}

/** The error that the library began with: the ones around it say less. */
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

/** A value as text, short enough for a report. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 300);
}
