import {
  lacksPkce,
  pkceLeftOut,
  signInObstacles,
  type MetadataPreview,
  type PublishedMetadata,
} from '../../contract/oidc/metadata.ts';
import type { Outbound } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';
import { readMetadata } from './read-metadata.ts';
import { msg } from '../../contract/isolate.ts';
import { limits } from '../../contract/limits.ts';
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
  const home = metadata.issuer.replace(/\/$/, '') + wellKnown;
  if (url !== home && parseUrl(home))
    warnings.push(
      msg`The metadata belongs to the issuer ${metadata.issuer}, whose discovery document is at ${home}.`,
    );
  return warnings;
}
