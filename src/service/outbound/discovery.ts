import {
  lacksPkce,
  pkceLeftOut,
  signInObstacles,
  type MetadataPreview,
  type PublishedMetadata,
  publishedMetadata,
} from '../../contract/oidc/metadata.ts';
import type { Outbound } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';
import { msg } from '../../contract/isolate.ts';
import { limits } from '../../contract/limits.ts';
import { reservedIn, withoutReserved } from '../../contract/oidc/authorization-endpoint.ts';
import { parseUrl, urlProblem } from '../../contract/urls.ts';

const maxRedirects = 3;
const wellKnown = '/.well-known/openid-configuration';

/**
 * Fetches a provider's metadata (OpenID Connect Discovery 1.0 section 4), with warnings about what won't work with this
 * service.
 * @param url of the discovery document
 * @throws OutboundError
 */
export async function fetchMetadata(outbound: Outbound, url: string): Promise<MetadataPreview> {
  const start = performance.now();
  const response = await outbound.fetch(url, {
    headers: { accept: 'application/json' },
    redirects: maxRedirects,
  });
  const where = new URL(response.url).host;
  if (response.status !== 200)
    throw new OutboundError('status', `${where} returned ${response.status} instead of provider metadata`);
  const { metadata, problems } = readMetadata(response.body, response.url);
  return {
    url: response.url,
    bytes: response.body.byteLength,
    milliseconds: Math.round(performance.now() - start),
    metadata,
    warnings: [...problems, ...metadataWarnings(metadata, response.url)],
  };
}

/**
 * As `fetchMetadata`, for what administrators paste: the discovery document's URL, or just the issuer.
 * @throws OutboundError
 */
export async function findMetadata(outbound: Outbound, address: string): Promise<MetadataPreview> {
  if (new URL(address).pathname.includes('/.well-known/')) return fetchMetadata(outbound, address);
  try {
    return await fetchMetadata(outbound, address.replace(/\/$/, '') + wellKnown);
  } catch (error) {
    if (!(error instanceof OutboundError) || (error.reason !== 'status' && error.reason !== 'content'))
      throw error;
    // Some providers publish at a URL of their own; if that fails too, the error is about the well-known URL.
    return fetchMetadata(outbound, address).catch(() => {
      throw error;
    });
  }
}

/** The optional URLs that a configuration can't have: saving leaves them out. */
function leftOut(metadata: PublishedMetadata): string[] {
  return (['userinfo_endpoint', 'jwks_uri'] as const).flatMap((member) => {
    // Plain http has a warning of its own.
    const problem = urlProblem(metadata[member] ?? 'https://x', ['https:', 'http:'], limits.url);
    return problem === undefined ? [] : [`The ${member} ${problem}, so it's left out.`];
  });
}

function metadataWarnings(metadata: PublishedMetadata, url: string): string[] {
  const warnings = signInObstacles(metadata);
  if (lacksPkce(metadata)) warnings.push(pkceLeftOut);
  if (!parseUrl(metadata.issuer))
    warnings.push(
      msg`The issuer ${metadata.issuer} isn't a URL, which OpenID Connect requires. Sign-in works only if ID tokens contain exactly this text.`,
    );
  warnings.push(...leftOut(metadata));
  if (metadata.scopes_supported?.includes('openid') === false)
    warnings.push("The provider doesn't list the scope openid.");
  for (const name of ['authorization_endpoint', 'token_endpoint'] as const)
    if (metadata[name] === undefined) warnings.push(msg`The metadata has no ${name}.`);
  if (metadata.jwks_uri === undefined)
    warnings.push("The metadata has no jwks_uri, so ID tokens can't be verified unless you enter one.");
  for (const name of ['authorization_endpoint', 'token_endpoint'] as const)
    if (metadata[name] !== undefined && !metadata[name].startsWith('https://'))
      warnings.push(msg`The ${name} doesn't use https, which the service requires.`);
  if (metadata.userinfo_endpoint?.startsWith('http://'))
    warnings.push("The userinfo_endpoint doesn't use https, so the service ignores it.");
  if (metadata.jwks_uri?.startsWith('http://'))
    warnings.push("The jwks_uri doesn't use https: attackers could replace the keys.");
  if (metadata.jwks_uri !== undefined && metadata.jwks_uri === metadata.token_endpoint)
    warnings.push('The jwks_uri is the token endpoint, which returns no keys.');
  if (url.startsWith('http://'))
    warnings.push('The metadata was fetched without https: attackers could modify it.');
  const home = parseUrl(metadata.issuer.replace(/\/$/, '') + wellKnown)?.href;
  if (home !== undefined && url !== home)
    warnings.push(
      msg`The metadata belongs to the issuer ${metadata.issuer}, whose discovery document is at ${home}.`,
    );
  return warnings;
}

/**
 * Reads a discovery document. Only the issuer is required: members that the service can't use are left out with a warning, because
 * providers publish `null`, relative URLs and worse in members that nobody needs.
 * @param url of the discovery document, which relative URLs are resolved against
 * @throws OutboundError if it isn't provider metadata
 */
function readMetadata(body: Uint8Array, url: string): { metadata: PublishedMetadata; problems: string[] } {
  const { host } = new URL(url);
  const document = parse(body, host);
  const { issuer } = document;
  if (typeof issuer !== 'string' || issuer === '')
    throw new OutboundError(
      'content',
      `${host} returned JSON that isn't provider metadata: it has no issuer`,
    );
  const problems: string[] = [];
  const metadata: Record<string, unknown> = { issuer };
  for (const [member, read] of Object.entries(readers)) {
    const value = document[member];
    if (value === undefined || value === null || value === '') continue;
    const { usable, problem } = read(value, url);
    if (usable !== undefined) metadata[member] = usable;
    if (problem !== undefined) problems.push(`The ${member} ${problem}.`);
  }
  return { metadata: publishedMetadata.parse(metadata), problems };
}

function parse(body: Uint8Array, host: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new OutboundError('content', `${host} returned something that isn't JSON`);
  }
  return typeof json === 'object' ? { ...json } : {};
}

/** The usable part of a member, and what's wrong with it as the end of "The <member> …". */
interface Read {
  usable?: unknown;
  problem?: string;
}

function readUrl(value: unknown, base: string): Read {
  if (typeof value !== 'string') return { problem: "isn't a string, so it's ignored" };
  if (parseUrl(value)) return { usable: value };
  const usable = parseUrl(value, base)?.href;
  if (usable === undefined) return { problem: "isn't a URL, so it's ignored" };
  return { usable, problem: `is relative, so it's read as ${usable}` };
}

/** Without the parameters that a configuration can't have, so that what's published can be saved. */
function readAuthorizationEndpoint(value: unknown, base: string): Read {
  const read = readUrl(value, base);
  const endpoint = typeof read.usable === 'string' ? read.usable : '';
  const found = reservedIn(endpoint);
  if (found === '') return read;
  const problem = read.problem ?? `contains ${found}, which is left out: sign-in uses values of its own`;
  return { usable: withoutReserved(endpoint), problem };
}

function readList(value: unknown): Read {
  if (!Array.isArray(value)) return { problem: "isn't a list, so it's ignored" };
  const usable = value.filter((member) => typeof member === 'string');
  return usable.length === value.length
    ? { usable }
    : { usable, problem: "contains members that aren't strings, so they're ignored" };
}

function readFlag(value: unknown): Read {
  // Some providers publish booleans as strings.
  if (value === 'true' || value === 'false') return { usable: value === 'true' };
  return typeof value === 'boolean' ? { usable: value } : { problem: "isn't true or false, so it's ignored" };
}

const readers: Record<Exclude<keyof PublishedMetadata, 'issuer'>, (value: unknown, base: string) => Read> = {
  authorization_endpoint: readAuthorizationEndpoint,
  token_endpoint: readUrl,
  userinfo_endpoint: readUrl,
  jwks_uri: readUrl,
  end_session_endpoint: readUrl,
  scopes_supported: readList,
  response_types_supported: readList,
  claims_supported: readList,
  token_endpoint_auth_methods_supported: readList,
  id_token_signing_alg_values_supported: readList,
  authorization_response_iss_parameter_supported: readFlag,
  require_pushed_authorization_requests: readFlag,
  code_challenge_methods_supported: readList,
};
