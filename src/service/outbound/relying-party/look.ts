import type { JWK } from 'jose';
import { limits } from '../../../contract/limits.ts';
import { filledFields, signatureAlgorithms } from '../../../contract/oidc/metadata.ts';
import type { WatchCause } from '../../../contract/oidc/sign-in-causes.ts';
import type { OidcOpRow } from '../../domain/oidc/oidc-ports.ts';
import type { Look } from '../../domain/oidc/watch-state.ts';
import { fetchMetadata } from '../discovery.ts';
import type { Outbound } from '../outbound.ts';
import { OutboundError } from '../outbound-error.ts';
import { isTemporary, outboundCode } from './failures.ts';
import { isWeak, keysIn } from './signature.ts';

const warnMilliseconds = limits.endWarnDays * 86_400_000;
/** How far the clocks may differ (docs/administrator.md, "Watch providers"). */
const clockMilliseconds = 60_000;
const mostKeys = 50;

/** Looks at what a provider publishes and at its certificates, without signing in. Certificates and clocks are real: no test sets them. */
export async function lookAt(outbound: Outbound, provider: OidcOpRow): Promise<Look> {
  const look: Look = { causes: [], warnings: [], certificate_ends: null, keys: [], published: null };
  const unusable = await checkHosts(outbound, provider, look);
  const isUsable = (url: string | undefined): url is string => !!url && !unusable.has(new URL(url).host);
  const attempt = async <Result>(gone: WatchCause, work: () => Promise<Result>) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const isContent = error.reason === 'status' || error.reason === 'content';
      look.causes.push(isContent ? gone : outboundCode(error));
      return undefined;
    }
  };
  const { metadata_url: url } = provider;
  const found = isUsable(url)
    ? (await attempt('metadata_gone', () => fetchMetadata(outbound, url)))?.metadata
    : undefined;
  if (found)
    look.published = Object.fromEntries(
      filledFields.flatMap((field) => (found[field] === undefined ? [] : [[field, found[field]]])),
    );
  const keysUrl = provider.jwks_uri || found?.jwks_uri;
  if (isUsable(keysUrl)) {
    const algorithms = found?.id_token_signing_alg_values_supported ?? signatureAlgorithms;
    await attempt('keys_gone', () => checkKeys(outbound, keysUrl, algorithms, look));
  } else if (found && keysUrl === undefined) look.causes.push('keys_gone');
  return { ...look, causes: [...new Set(look.causes)] };
}

/** Connects to each host. @returns those that can't be connected to */
async function checkHosts(outbound: Outbound, provider: OidcOpRow, look: Look): Promise<Set<string>> {
  const own = [provider.metadata_url, provider.token_endpoint, provider.jwks_uri, provider.userinfo_endpoint];
  const hostOf = (url: string) => new URL(url).host;
  const called = new Set(own.filter(Boolean).map(hostOf));
  const hosts = new Set([...own, provider.authorization_endpoint].filter(isHttps).map(hostOf));
  const unusable = new Set<string>();
  const ends: Date[] = [];
  const check = async (host: string) => {
    const { ends: end, failure } = await outbound.certificate(`https://${host}`);
    if (end) ends.push(end);
    const isOver = end !== undefined && end.getTime() <= Date.now();
    if (!failure) return;
    unusable.add(host);
    // Only browsers have to reach the authorization endpoint, but they reject the same certificates.
    if (called.has(host) || isOver) look.causes.push(isOver ? 'certificate_ends' : outboundCode(failure));
  };
  await Promise.all([...hosts].map(check));
  const first = ends.toSorted((one, other) => one.getTime() - other.getTime())[0];
  look.certificate_ends = first?.toISOString() ?? null;
  if (first && first.getTime() - Date.now() <= warnMilliseconds) look.warnings.push('certificate_ends');
  return unusable;
}

const isHttps = (url: string) => url.startsWith('https://');

async function checkKeys(outbound: Outbound, url: string, algorithms: readonly string[], look: Look) {
  const response = await outbound.fetch(url, {
    headers: { accept: 'application/json, application/jwk-set+json' },
  });
  const date = Date.parse(response.headers.get('date') ?? '');
  // A cached response has an older one (RFC 9111 section 5.1).
  const isCached = response.headers.has('age');
  if (!isCached && Math.abs(date - Date.now()) > clockMilliseconds) look.warnings.push('token_expired');
  if (isTemporary(response.status)) return void look.causes.push('provider_unavailable');
  const keys = (keysIn(response) ?? []).filter((key) => isFor(key, algorithms));
  if (keys.length === 0) return void look.causes.push('keys_gone');
  look.keys = keys
    .flatMap(({ kid }) => (typeof kid === 'string' ? [kid.slice(0, 100)] : []))
    .slice(0, mostKeys);
  return undefined;
}

/** Whether a key can have signed an ID token with one of these algorithms, of those that the service accepts. */
function isFor(key: JWK, algorithms: readonly string[]): boolean {
  const usable = algorithms.filter((name) => signatureAlgorithms.includes(name));
  const typeOf = (name: string) => (name.startsWith('ES') ? 'EC' : name.startsWith('Ed') ? 'OKP' : 'RSA');
  const { use, alg, kty } = key;
  return (
    use !== 'enc' && !isWeak(key) && usable.some((name) => (alg ?? name) === name && typeOf(name) === kty)
  );
}
