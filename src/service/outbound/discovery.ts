import * as z from 'zod/mini';
import { publishedMetadata, type MetadataPreview } from '../../contract/oidc/metadata.ts';
import type { Outbound } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';
import { isolate } from '../../contract/isolate.ts';

const maxRedirects = 3;
const wellKnown = '/.well-known/openid-configuration';

/**
 * Fetches a provider's metadata (OpenID Connect Discovery 1.0 section 4).
 * @param url of the discovery document
 * @throws OutboundError
 */
export async function fetchMetadata(
  outbound: Outbound,
  url: string,
): Promise<Omit<MetadataPreview, 'warnings'>> {
  const start = performance.now();
  const answer = await outbound.fetch(url, {
    headers: { accept: 'application/json' },
    redirects: maxRedirects,
  });
  const where = new URL(answer.url).host;
  if (answer.status !== 200)
    throw new OutboundError('status', `${where} returned ${answer.status} instead of provider metadata`);
  return {
    url: answer.url,
    bytes: answer.body.byteLength,
    milliseconds: Math.round(performance.now() - start),
    metadata: parse(answer.body, where),
  };
}

/**
 * As `fetchMetadata`, for what administrators paste: the discovery document's URL, or just the issuer.
 * @throws OutboundError
 */
export async function findMetadata(
  outbound: Outbound,
  address: string,
): Promise<Omit<MetadataPreview, 'warnings'>> {
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

function parse(body: Uint8Array, where: string) {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new OutboundError('content', `${where} returned something that isn't JSON`);
  }
  const parsed = z.safeParse(publishedMetadata, json);
  if (parsed.success && parsed.data.issuer !== '') return parsed.data;
  const field = parsed.error?.issues[0]?.path.join('.');
  throw new OutboundError(
    'content',
    field === undefined || field === 'issuer' || field === ''
      ? `${where} returned JSON that isn't provider metadata: it has no issuer`
      : `${where} returned provider metadata whose ${field} has the wrong type`,
  );
}

/** What in a provider's metadata won't work with this service, one sentence each. */
export function metadataWarnings({ metadata, url }: Omit<MetadataPreview, 'warnings'>): string[] {
  const warnings: string[] = [];
  const lacks = (list: string[] | undefined, value: string) => list !== undefined && !list.includes(value);
  const basic = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (!basic.includes('client_secret_basic'))
    warnings.push(
      "The provider doesn't support client_secret_basic, which the service uses at the token endpoint.",
    );
  if (lacks(metadata.response_types_supported, 'code'))
    warnings.push("The provider doesn't support response type code, which sign-in requires.");
  if (lacks(metadata.scopes_supported, 'openid'))
    warnings.push("The provider doesn't list the scope openid.");
  const algorithms = metadata.id_token_signing_alg_values_supported;
  if (algorithms && !algorithms.some((name) => /^(RS|PS|ES)\d{3}$|^Ed/.test(name)))
    warnings.push("The provider doesn't support any ID token signing algorithm that the service accepts.");
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (metadata[name] === undefined) warnings.push(`The metadata has no ${name}.`);
  for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint'] as const)
    if (metadata[name] !== undefined && !metadata[name].startsWith('https://'))
      warnings.push(`The ${name} doesn't use https, which the service requires.`);
  if (metadata.jwks_uri?.startsWith('http://'))
    warnings.push("The jwks_uri doesn't use https: attackers could replace the keys.");
  if (url.startsWith('http://'))
    warnings.push('The metadata was fetched without https: attackers could modify it.');
  const home = metadata.issuer.replace(/\/$/, '') + wellKnown;
  if (url !== home)
    warnings.push(
      `The metadata belongs to the issuer ${isolate(metadata.issuer)}, whose discovery document is at ${home}.`,
    );
  return warnings;
}
