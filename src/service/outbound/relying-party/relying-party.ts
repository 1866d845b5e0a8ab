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
import { announcesIss, createMetadataReader } from './published-metadata.ts';
import { recorded, errorInCallback, errorInResponse } from './provider-response.ts';
import { verifySignature } from './signature.ts';
import { requestTokens } from './token-request.ts';
import { requestUserInfo } from './user-info.ts';

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
    metadata: metadata.fetch,
    newRequest,
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
        await verifySignature(calls.outbound, provider, parsed, {
          what: 'ID token',
          name: 'id_token_signature',
          error: 'signature_invalid',
        });
        passed(
          'id_token_signature',
          "The ID token's signature matches one of the provider's published keys.",
          { keys: provider.jwks_uri, alg: header.alg, kid: header.kid },
        );
        return { claims, accessToken, steps };
      } catch (error) {
        if (!(error instanceof SignInFailure)) throw error;
        const secrets = [
          given.client_secret,
          request.codeVerifier,
          request.nonce,
          request.state,
          callback.get('code') ?? '',
        ];
        const response =
          error.failed.name === 'callback'
            ? errorInCallback(callback, secrets)
            : errorInResponse(calls.last(), secrets);
        throw new SignInFailure(withProviderResponse(error.failed, response), steps, elapsed(), unverified);
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
        const response = errorInResponse(calls.last(), [provider.client_secret, accessToken]);
        throw new SignInFailure(
          withProviderResponse(error.failed, response),
          [],
          Math.round(performance.now() - start),
        );
      }
    },
  };
}

function withProviderResponse(failed: FailedStep, response: ProviderResponse | undefined): FailedStep {
  return response ? { ...failed, provider_response: response } : failed;
}

function toFacts(facts: Record<string, unknown>): SignInStep['facts'] {
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => ({ label, value: typeof value === 'string' ? value : JSON.stringify(value) }));
}
