import { lacksPkce } from '../../../contract/oidc/metadata.ts';
import type { ProviderResponse, SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import {
  SignInFailure,
  type Claims,
  type FailedStep,
  type Provider,
  type RelyingParty,
} from '../../domain/oidc/relying-party.ts';
import type { Outbound } from '../outbound.ts';
import { authorizationUrl, codeFrom, newRequest } from './authorization.ts';
import { checkIdToken, instant, parseJwt } from './id-token.ts';
import { lookAt } from './look.ts';
import { announcesIss, createMetadataReader } from './published-metadata.ts';
import { redactKnown, secretsOf } from './redaction.ts';
import { recorded, errorInCallback, errorInResponse } from './provider-response.ts';
import { verifySignature, type Proof } from './signature.ts';
import { requestTokens } from './token-request.ts';
import { requestUserInfo } from './user-info.ts';

/** Longer quotations of a provider are cut. */
const maxQuoted = 1_000;

/**
 * The authorization code flow (OpenID Connect Core 1.0 section 3.1), using the guarded fetch.
 * @param now decides how long fetched metadata is used
 */
export function createRelyingParty(outbound: Outbound, now: () => Date): RelyingParty {
  const metadata = createMetadataReader(outbound, now);
  const withKeys = async (provider: Provider): Promise<Provider> =>
    provider.jwks_uri
      ? provider
      : { ...provider, jwks_uri: (await metadata.current(provider))?.jwks_uri ?? '' };
  return {
    look: (provider, stopping) => lookAt(untilStopped(outbound, stopping), provider),
    probe: async (provider, redirectUri, stopping) => {
      const { state: code, ...request } = newRequest(redirectUri, true);
      try {
        await requestTokens(untilStopped(outbound, stopping), provider, { state: '', ...request }, code);
        return undefined;
      } catch (error) {
        if (error instanceof SignInFailure) return error.failed;
        throw error;
      }
    },
    metadata: metadata.fetch,
    newRequest: async (provider, redirectUri) =>
      newRequest(redirectUri, !lacksPkce(await metadata.current(provider), provider.issuer)),
    authorizationUrl,
    redeem: async (given, request, callback) => {
      const steps: SignInStep[] = [];
      const calls = recorded(outbound);
      let unverified: Claims | undefined;
      let start = performance.now();
      const elapsed = () => Math.round(performance.now() - start);
      const passed = (name: SignInStep['name'], message: string, facts: Record<string, unknown>) => {
        steps.push({ name, verdict: 'passed', message, facts: toFacts(facts), milliseconds: elapsed() });
        start = performance.now();
      };
      try {
        const published = callback.get('iss') ? undefined : await metadata.current(given);
        const code = codeFrom(callback, given, announcesIss(given, published));
        passed('callback', 'The provider redirected back with a code.', {
          code: 'redacted',
          state: 'as sent',
        });

        const { idToken, accessToken } = await requestTokens(calls.outbound, given, request, code);
        passed('token_request', 'The code was exchanged for tokens with client_secret_basic.', {
          endpoint: given.token_endpoint,
          status: '200',
          tokens: 'redacted',
        });

        const parsed = parseJwt(idToken, 'ID token', { name: 'id_token_claims', error: 'id_token_invalid' });
        const { claims, header } = parsed;
        unverified = claims;
        checkIdToken(parsed, given, request.nonce, accessToken, callback.get('iss'));
        passed('id_token_claims', "The ID token's issuer, audience, times and nonce are valid.", {
          iss: claims['iss'],
          aud: claims['aud'],
          exp: instant(claims['exp']),
          iat: instant(claims['iat']),
        });

        const provider = await withKeys(given);
        const proof = await verifySignature(calls.outbound, provider, parsed, {
          what: 'ID token',
          name: 'id_token_signature',
          error: 'signature_invalid',
        });
        passed('id_token_signature', proofs[proof], {
          keys: proof === 'key' ? provider.jwks_uri : undefined,
          alg: header.alg,
          kid: header.kid,
        });
        return { claims, accessToken, steps };
      } catch (error) {
        if (!(error instanceof SignInFailure)) throw error;
        const secrets = [
          ...secretsOf(given),
          request.codeVerifier,
          request.nonce,
          request.state,
          callback.get('code') ?? '',
        ];
        const response =
          error.failed.name === 'callback'
            ? errorInCallback(callback, secrets)
            : errorInResponse(calls.last(), secrets);
        throw new SignInFailure(reported(error.failed, response, secrets), steps, elapsed(), unverified);
      }
    },
    userInfo: async (provider, { claims, accessToken }) => {
      const start = performance.now();
      const calls = recorded(outbound);
      try {
        const complete = await withKeys(provider);
        return await requestUserInfo(calls.outbound, complete, accessToken, String(claims['sub']));
      } catch (error) {
        if (!(error instanceof SignInFailure)) throw error;
        const secrets = [...secretsOf(provider), accessToken];
        throw new SignInFailure(
          reported(error.failed, errorInResponse(calls.last(), secrets), secrets),
          [],
          Math.round(performance.now() - start),
        );
      }
    },
  };
}

/** Aborts its requests when a signal says so. */
function untilStopped(outbound: Outbound, signal: AbortSignal | undefined): Outbound {
  return {
    ...outbound,
    fetch: (address, request) => outbound.fetch(address, { ...request, ...(signal && { signal }) }),
    certificate: (address) => outbound.certificate(address, signal),
  };
}

const proofs: Readonly<Record<Proof, string>> = {
  key: "The ID token's signature matches one of the provider's published keys.",
  secret: "The ID token's signature matches the client secret.",
  TLS: "The signature wasn't verified, because no keys are configured: the ID token came from the token endpoint over verified TLS.",
};

/** A failed step as it's kept and shown: its texts may quote the provider, which may quote a secret. */
function reported(
  failed: FailedStep,
  response: ProviderResponse | undefined,
  secrets: readonly string[],
): FailedStep {
  const { message, actual } = failed;
  const safe = (text: string) => redactKnown(text, secrets).slice(0, maxQuoted);
  return {
    ...failed,
    message: safe(message),
    ...(actual !== undefined && { actual: safe(actual) }),
    ...(response && { provider_response: response }),
  };
}

function toFacts(facts: Record<string, unknown>): SignInStep['facts'] {
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => ({ label, value: typeof value === 'string' ? value : JSON.stringify(value) }));
}
