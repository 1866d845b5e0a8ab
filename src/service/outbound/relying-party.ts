import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as oidc from 'openid-client';
import type { SignInStep } from '../../contract/oidc/sign-in-tests.ts';
import { MetadataFailure } from '../domain/oidc/oidc-ports.ts';
import {
  SignInFailure,
  type Claims,
  type Provider,
  type Redeemed,
  type RelyingParty,
} from '../domain/oidc/relying-party.ts';
import { fetchMetadata } from './discovery.ts';
import { explainGrant } from './explain-grant.ts';
import { explainUserInfo } from './explain-userinfo.ts';
import type { Outbound } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';
import { configurationOf, type Call } from './provider-calls.ts';

const minuteSeconds = 60;

/** The authorization code flow (OpenID Connect Core 1.0 section 3.1), using the guarded fetch. */
export function createRelyingParty(outbound: Outbound): RelyingParty {
  const metadata: RelyingParty['metadata'] = async (url) => {
    try {
      return (await fetchMetadata(outbound, url)).metadata;
    } catch (error) {
      if (error instanceof OutboundError) throw new MetadataFailure(error.message, { cause: error });
      throw error;
    }
  };
  const withKeys = async (provider: Provider): Promise<Provider> => {
    if (provider.jwks_uri || !provider.metadata_url) return provider;
    const published = await metadata(provider.metadata_url).catch(() => undefined);
    return { ...provider, jwks_uri: published?.jwks_uri ?? '' };
  };
  return {
    metadata,
    newRequest: (redirectUri) => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
      redirectUri,
    }),
    authorizationUrl: async (provider, request) =>
      oidc.buildAuthorizationUrl(configurationOf(outbound, provider, []), {
        redirect_uri: request.redirectUri,
        scope: provider.scope,
        state: request.state,
        nonce: request.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(request.codeVerifier),
        code_challenge_method: 'S256',
      }).href,
    redeem: async (given, request, callback) => {
      const provider = await withKeys(given);
      const calls: Call[] = [];
      const configuration = configurationOf(outbound, provider, calls);
      const current = new URL(request.redirectUri);
      current.search = callback.toString();
      const start = performance.now();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, current, {
          pkceCodeVerifier: request.codeVerifier,
          expectedState: request.state,
          expectedNonce: request.nonce,
          idTokenExpected: true,
        });
        const claims: Claims = { ...tokens.claims() };
        refuseFuture(claims);
        return {
          claims,
          accessToken: tokens.access_token,
          steps: passedSteps(calls, claims, tokens.id_token),
        };
      } catch (error) {
        const failed = error instanceof SignInFailure ? error.failed : explainGrant(error, provider, calls);
        const before = passedSteps(calls, {}, undefined).slice(0, stepOrder.indexOf(failed.name));
        throw new SignInFailure(failed, before, Math.round(performance.now() - start), unverified(calls));
      }
    },
    userInfo: async (provider, redeemed: Redeemed) => {
      const calls: Call[] = [];
      const configuration = configurationOf(outbound, await withKeys(provider), calls);
      const subject = String(redeemed.claims['sub']);
      const start = performance.now();
      try {
        return await oidc.fetchUserInfo(configuration, redeemed.accessToken, subject);
      } catch (error) {
        throw new SignInFailure(
          explainUserInfo(error, subject, calls),
          [],
          Math.round(performance.now() - start),
        );
      }
    },
  };
}

const stepOrder: readonly string[] = ['callback', 'token_request', 'id_token_claims', 'id_token_signature'];

/** The library only checks the type of `iat`. @throws SignInFailure */
function refuseFuture(claims: Claims): void {
  const issued = Number(claims['iat']);
  const now = Date.now() / 1000;
  if (issued <= now + minuteSeconds) return;
  throw new SignInFailure({
    name: 'id_token_claims',
    error: 'id_token_invalid',
    message: 'The ID token was issued in the future.',
    expected: `before ${new Date(now * 1000).toISOString()}`,
    actual: Number.isSafeInteger(issued) ? new Date(issued * 1000).toISOString() : String(issued),
    repair: "Synchronize the provider's and the service's clocks; they may differ by a minute.",
  });
}

function passedSteps(calls: readonly Call[], claims: Claims, idToken: string | undefined): SignInStep[] {
  const token = calls.find((call) => call.endpoint === 'token');
  const keys = calls.find((call) => call.endpoint === 'keys');
  const header = idToken === undefined ? {} : headerOf(idToken);
  const step = (
    name: SignInStep['name'],
    message: string,
    facts: Record<string, unknown>,
    milliseconds = 0,
  ): SignInStep => ({
    name,
    verdict: 'passed',
    message,
    facts: Object.entries(facts)
      .filter(([, value]) => value !== undefined)
      .map(([label, value]) => ({ label, value: typeof value === 'string' ? value : JSON.stringify(value) })),
    milliseconds,
  });
  return [
    step('callback', 'The provider redirected back with a code.', { code: 'redacted', state: 'as sent' }),
    step(
      'token_request',
      'The code was exchanged for tokens with client_secret_basic.',
      { endpoint: token?.url, status: token?.status, tokens: 'redacted' },
      token?.milliseconds,
    ),
    step('id_token_claims', "The ID token's issuer, audience, times and nonce are valid.", {
      iss: claims['iss'],
      aud: claims['aud'],
      exp: instant(claims['exp']),
      iat: instant(claims['iat']),
    }),
    step(
      'id_token_signature',
      "The ID token's signature matches one of the provider's published keys.",
      { keys: keys?.url, ...header },
      keys?.milliseconds,
    ),
  ];
}

/** The claims of a rejected ID token, if it can be parsed. */
function unverified(calls: readonly Call[]): Claims | undefined {
  const idToken = calls.find((call) => call.endpoint === 'token')?.idToken;
  if (idToken === undefined) return undefined;
  try {
    return decodeJwt(idToken);
  } catch {
    return undefined;
  }
}

function instant(seconds: unknown): string | undefined {
  return typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : undefined;
}

function headerOf(jwt: string): { alg?: unknown; kid?: unknown } {
  const { alg, kid } = decodeProtectedHeader(jwt);
  return { alg, kid };
}
