import { hash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type ProtectedHeaderParameters } from 'jose';
import { signatureAlgorithms } from '../../../contract/oidc/metadata.ts';
import { issuerOfResponse } from '../../../contract/oidc/sign-in-tests.ts';
import type { Claims, FailedStep, Provider } from '../../domain/oidc/relying-party.ts';
import { fail, format, reportRepair } from './failures.ts';

/** Allowed clock skew (docs/decisions.md, "Signing in through a provider"). */
const toleranceSeconds = 60;

/** A parsed JWT whose signature isn't verified yet. */
export interface ParsedJwt {
  compact: string;
  header: ProtectedHeaderParameters;
  claims: Claims;
}

/**
 * Parses a JWT.
 * @param what as in "The ID token can't be parsed"
 * @throws SignInFailure
 */
export function parseJwt(compact: string, what: string, step: Pick<FailedStep, 'name' | 'error'>): ParsedJwt {
  // A JWE has five parts (RFC 7516 section 3.1).
  if (compact.split('.').length === 5)
    fail({
      ...step,
      error: step.name === 'userinfo' ? step.error : 'encrypted_id_token',
      message: `The ${what} is encrypted, which the service doesn't support.`,
      repair: `Turn off ${what} encryption for this client at the provider.`,
    });
  try {
    return { compact, header: decodeProtectedHeader(compact), claims: decodeJwt(compact) };
  } catch {
    fail({
      ...step,
      message: `The ${what} can't be parsed.`,
      repair: reportRepair,
    });
  }
}

/**
 * Checks everything about an ID token but its signature (OpenID Connect Core 1.0 section 3.1.3.7).
 * @param responseIssuer `iss` of the authorization response (RFC 9207), if it had one: the configured issuer
 * @throws SignInFailure
 */
export function checkIdToken(
  { header, claims }: ParsedJwt,
  provider: Pick<Provider, 'issuer' | 'client_id'>,
  nonce: string,
  accessToken: string,
  responseIssuer?: string | null,
): void {
  checkType(header);
  checkIssuer(claims, provider.issuer, responseIssuer);
  checkAudience(claims, provider.client_id);
  checkTimes(claims);
  // Neither nonce is shown: they're secrets between us and the provider.
  if (claims['nonce'] === undefined || claims['nonce'] === null)
    fail({
      ...violation("The ID token has no nonce, so it can't be matched with this sign-in.", undefined),
      error: 'wrong_nonce',
    });
  if (claims['nonce'] !== nonce)
    fail({
      ...violation('The ID token belongs to another sign-in: its nonce is different.', 'another value'),
      error: 'wrong_nonce',
      repair: undefined,
    });
  const { sub } = claims;
  if (typeof sub !== 'string') failClaim(claims, 'sub');
  if (sub === '') fail(violation("The ID token's sub is empty, so it doesn't identify a user.", sub));
  checkAccessTokenHash(header, claims, accessToken);
}

function violation(message: string, value: unknown): FailedStep {
  return {
    name: 'id_token_claims',
    error: 'id_token_invalid',
    message,
    actual: format(value),
    repair: reportRepair,
  };
}

/** Fails because a required claim is missing or has the wrong type. */
function failClaim(claims: Claims, claim: string): never {
  const what = claims[claim] === undefined ? 'lacks the claim' : 'has a claim of the wrong type:';
  fail(violation(`The ID token ${what} ${claim}.`, claims[claim]));
}

/** Types of JWTs in general, and of ID tokens. Other kinds of token have types of their own (RFC 8725 section 3.11). */
const idTokenTypes = ['jwt', 'jose', 'id_token+jwt'];

function checkType({ typ }: ProtectedHeaderParameters): void {
  if (typ === undefined) return;
  const given: unknown = typ;
  if (typeof given === 'string' && idTokenTypes.includes(given.toLowerCase().replace(/^application\//, '')))
    return;
  fail({
    ...violation("The token isn't an ID token: it has another type.", given),
    expected: 'JWT',
    repair: 'The token endpoint returned another kind of token as the ID token; report it to the provider.',
  });
}

function checkIssuer(claims: Claims, issuer: string, responseIssuer: string | null | undefined): void {
  const { iss } = claims;
  if (Array.isArray(iss))
    fail({
      ...violation("The ID token's issuer (iss) is a list.", iss),
      error: 'several_issuers',
      expected: issuer,
      repair:
        'An ID token has one issuer, as text (OpenID Connect Core 1.0 section 2). Correct it at the provider.',
    });
  if (typeof iss !== 'string') failClaim(claims, 'iss');
  if (iss === issuer) return;
  fail({
    ...violation("The ID token's issuer differs from the configured one.", iss),
    error: 'wrong_issuer',
    expected: issuer,
    ...(responseIssuer && { facts: [{ label: issuerOfResponse, value: responseIssuer }] }),
    repair: repairOfIssuer(issuer, responseIssuer),
  });
}

function repairOfIssuer(issuer: string, responseIssuer: string | null | undefined): string {
  if (responseIssuer)
    return 'The authorization response has the configured issuer. Make the provider use it in ID tokens too.';
  return issuer.includes('{')
    ? "The configured issuer is a template. Use your own tenant's metadata URL, or set the issuer to the value of iss."
    : 'Set the issuer to exactly the value of iss, including slashes.';
}

function checkAudience(claims: Claims, clientId: string): void {
  const { aud, azp } = claims;
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.every((each) => typeof each === 'string')) failClaim(claims, 'aud');
  const wrong = (message: string, actual: unknown, repair: string) =>
    fail({ ...violation(message, actual), error: 'wrong_audience', expected: clientId, repair });
  const compare =
    "Make the provider issue ID tokens for this client ID, or use the other one if it's the same client.";
  if (!audiences.includes(clientId)) wrong('The ID token was issued to another client.', aud, compare);
  const isPresent = azp !== undefined && azp !== null;
  if (isPresent && azp !== clientId)
    wrong('The ID token was issued to another client: its azp is different.', azp, compare);
  if (!isPresent && new Set(audiences).size > 1)
    wrong(
      'The ID token has several audiences, and no azp that names this client.',
      aud,
      'Remove the additional audiences for this client at the provider, or make it send azp.',
    );
}

function checkTimes(claims: Claims): void {
  const now = Date.now() / 1000;
  const { exp, iat, nbf } = claims;
  if (!isTime(exp)) failClaim(claims, 'exp');
  if (!isTime(iat)) failClaim(claims, 'iat');
  const early = (claim: 'iat' | 'nbf', message: string): FailedStep => ({
    ...violation(message, instant(claims[claim])),
    expected: `before ${instant(now)}`,
    repair: skewRepair,
  });
  if (exp <= now - toleranceSeconds)
    fail({
      ...violation('The ID token has expired.', instant(exp)),
      error: 'token_expired',
      expected: `after ${instant(now)}`,
      repair: skewRepair,
    });
  if (iat > now + toleranceSeconds) fail(early('iat', 'The ID token was issued in the future.'));
  if (nbf === undefined || nbf === null) return;
  if (!isTime(nbf)) failClaim(claims, 'nbf');
  if (nbf > now + toleranceSeconds) fail(early('nbf', "The ID token isn't valid yet."));
}

const skewRepair = "Synchronize the provider's and the service's clocks; they may differ by a minute.";

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A time of a token, readable; the number itself if it's beyond every calendar. */
export function instant(seconds: unknown): string | undefined {
  if (!isTime(seconds)) return undefined;
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
}

/** Binds the access token to the ID token, if the provider supports it (OpenID Connect Core 1.0 section 3.1.3.8). */
function checkAccessTokenHash(header: ProtectedHeaderParameters, claims: Claims, accessToken: string): void {
  const { at_hash: given } = claims;
  if (given === undefined || given === null) return;
  const alg = header.alg ?? '';
  // Any other algorithm is rejected with the signature.
  if (alg !== 'HS256' && !signatureAlgorithms.includes(alg)) return;
  // Edwards curves use SHA-512.
  const bits = /256|384|512/.exec(alg)?.[0] ?? '512';
  const digest = hash(`sha${bits}`, accessToken, 'buffer');
  if (given === digest.subarray(0, digest.length / 2).toString('base64url')) return;
  fail({
    ...violation("The access token doesn't belong to the ID token: its at_hash is different.", undefined),
    actual: typeof given === 'string' ? 'another value' : format(given),
  });
}
