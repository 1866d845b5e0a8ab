import { compactVerify, createLocalJWKSet, errors, type JSONWebKeySet, type JWK } from 'jose';
import { signatureAlgorithms } from '../../../contract/oidc/metadata.ts';
import type { FailedStep, Provider } from '../../domain/oidc/relying-party.ts';
import type { Outbound, OutboundResponse } from '../outbound.ts';
import { fail, failRequest, failTemporarily, isTemporary, jsonObject, format } from './failures.ts';
import type { ParsedJwt } from './id-token.ts';

/** What's verified, and the step and code to fail with. */
export interface Verified extends Pick<FailedStep, 'name' | 'error'> {
  /** As in "The ID token is signed with …". */
  what: string;
}

/** Fewer bits can be factored (RFC 7518 section 3.3). */
const minRsaBits = 2048;

/** What vouches for a JWT: a published key, the client secret, or the TLS connection that it came over. */
export type Proof = 'key' | 'secret' | 'TLS';

/**
 * Verifies a JWT's signature with the keys that the provider publishes now. A configuration without keys and metadata accepts what its
 * client secret signed, and trusts TLS for the rest (OpenID Connect Core 1.0 section 3.1.3.7 item 6; docs/decisions.md, "Edges").
 * @throws SignInFailure
 */
export async function verifySignature(
  outbound: Pick<Outbound, 'fetch' | 'verifiesTls'>,
  provider: Provider,
  { compact, header }: ParsedJwt,
  verified: Verified,
): Promise<Proof> {
  const failed = (message: string, more: Partial<FailedStep>) =>
    fail({ ...step(verified), message, ...more });
  const { alg, crit, kid } = header;
  const { what } = verified;
  const keyless = provider.jwks_uri === '' && !provider.metadata_url;
  const accepted = keyless ? ['HS256', ...signatureAlgorithms] : signatureAlgorithms;
  if (!accepted.includes(alg ?? ''))
    failed(`The ${what} is signed with an algorithm that the service doesn't accept.`, {
      expected: accepted.join(', '),
      actual: format(alg),
      repair: 'Choose RS256 or ES256 for this client at the provider.',
    });
  if (crit !== undefined)
    failed(`The ${what} requires a JWS extension that the service doesn't support (crit).`, {
      actual: format(crit),
      repair: 'Turn off this extension for this client at the provider.',
    });
  if (alg === 'HS256') {
    const secret = new TextEncoder().encode(provider.client_secret);
    await compactVerify(compact, secret, { algorithms: ['HS256'] }).catch(() =>
      failed(`The ${what}'s signature doesn't match the client secret.`, {
        actual: keyName({ kid, alg }),
        repair: 'Replace the client secret, or choose RS256 at the provider and set the jwks_uri.',
      }),
    );
    return 'secret';
  }
  if (keyless && outbound.verifiesTls) return 'TLS';
  const keys = await fetchKeys(outbound, provider, verified);
  const usable = keys.filter((key) => !isWeak(key));
  try {
    await verifyWithAny(compact, usable);
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) {
      const weak = keys.find((key) => isWeak(key) && (kid === undefined || key.kid === kid));
      if (weak)
        failed(`The ${what} is signed with an RSA key of only ${rsaBits(weak)} bits.`, {
          expected: `at least ${minRsaBits} bits`,
          actual: `${rsaBits(weak)} bits`,
          repair: 'Replace the signing key at the provider with a longer one.',
        });
      failed(`None of the provider's published keys can have signed the ${what}.`, {
        expected: `one of: ${keys.map((key) => keyName(key)).join(', ') || 'no keys'}`.slice(0, 1000),
        actual: keyName({ kid, alg }),
        repair: `Compare the keys at ${provider.jwks_uri} with the provider's signing key.`,
      });
    }
    const isWrong = error instanceof errors.JWSSignatureVerificationFailed;
    failed(
      isWrong
        ? `The ${what}'s signature doesn't match the provider's published keys.`
        : `The ${what}'s signature can't be verified with the published key.`,
      {
        actual: keyName({ kid, alg }),
        repair: `Compare the jwks_uri (${provider.jwks_uri}) with the one in the provider's metadata. If it's right, the provider signs with a key that it doesn't publish.`,
      },
    );
  }
  return 'key';
}

/** Tries every key that could have signed the JWT, because a `kid` is optional. */
async function verifyWithAny(compact: string, keys: JWK[]): Promise<void> {
  const keySet = createLocalJWKSet({ keys });
  try {
    await compactVerify(compact, keySet, { algorithms: [...signatureAlgorithms] });
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      if (await compactVerify(compact, key).catch(() => undefined)) return;
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

async function fetchKeys(
  outbound: Pick<Outbound, 'fetch'>,
  { jwks_uri: uri, token_endpoint }: Pick<Provider, 'jwks_uri' | 'token_endpoint'>,
  verified: Verified,
): Promise<JWK[]> {
  const { name, what } = verified;
  if (uri === '')
    fail({
      ...step(verified),
      message: `The ${what} can't be verified: there's no jwks_uri.`,
      repair: 'Set the jwks_uri, or a metadata URL that provides one.',
    });
  const response = await outbound
    .fetch(uri, { headers: { accept: 'application/json, application/jwk-set+json' } })
    .catch((error: unknown) => failRequest(error, name, "The request for the provider's keys", 'jwks_uri'));
  if (uri !== token_endpoint && isTemporary(response.status))
    failTemporarily(name, 'jwks_uri', response.status);
  return (
    keysIn(response) ??
    fail({
      ...step(verified),
      message:
        uri === token_endpoint
          ? 'The jwks_uri is the token endpoint, which returns no keys.'
          : "The jwks_uri didn't return a JWK Set.",
      actual: `status ${response.status}`,
      repair: "Set the jwks_uri to the one in the provider's metadata.",
    })
  );
}

/** Members that aren't keys are ignored (RFC 7517 section 5). */
export function keysIn({ status, body }: OutboundResponse): JWK[] | undefined {
  const keys: unknown = status === 200 ? jsonObject(body)?.['keys'] : undefined;
  if (!Array.isArray(keys)) return undefined;
  return (keys as unknown[]).filter(
    (key): key is JSONWebKeySet['keys'][number] =>
      typeof key === 'object' && key !== null && 'kty' in key && typeof key.kty === 'string',
  );
}

function step({ name, error }: Verified): Pick<FailedStep, 'name' | 'error'> {
  return { name, error };
}

/** Whether it's too short to be accepted. */
export function isWeak(key: JWK): boolean {
  const bits = rsaBits(key);
  return bits !== undefined && bits < minRsaBits;
}

/** The length of an RSA key's modulus; undefined for other keys. */
function rsaBits({ kty, n }: JWK): number | undefined {
  if (kty !== 'RSA' || typeof n !== 'string') return undefined;
  const digits = Buffer.from(n, 'base64url').toString('hex');
  return digits === '' ? 0 : BigInt(`0x${digits}`).toString(2).length;
}

function keyName({ kid, alg }: { kid?: unknown; alg?: unknown }): string {
  const label = kid === undefined ? 'no kid' : `kid ${format(kid)}`;
  return alg === undefined ? label : `${label} (${format(alg)})`;
}
