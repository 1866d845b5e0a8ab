import * as z from 'zod/mini';
import { publishedMetadata, type MetadataPreview } from '../../contract/oidc/metadata.ts';
import type { Outbound } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';
import { isolate } from '../../contract/isolate.ts';

const maxRedirects = 3;
const wellKnown = '/.well-known/openid-configuration';

/**
 * Fetches a provider's metadata (OpenID Connect Discovery 1.0 section 4).
 * @param url of the document itself
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
    throw new OutboundError('status', `${where} answers ${answer.status} where metadata is expected`);
  return {
    url: answer.url,
    bytes: answer.body.byteLength,
    milliseconds: Math.round(performance.now() - start),
    metadata: parse(answer.body, where),
  };
}

/**
 * As `fetchMetadata`, for what an administrator pastes: the address of the document, or a bare issuer.
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
    // Some providers publish at an address of their own; when that fails too, the usual place is what to talk about.
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
    throw new OutboundError('content', `${where} answers something that is not JSON`);
  }
  const parsed = z.safeParse(publishedMetadata, json);
  if (parsed.success && parsed.data.issuer !== '') return parsed.data;
  const field = parsed.error?.issues[0]?.path.join('.');
  throw new OutboundError(
    'content',
    field === undefined || field === 'issuer' || field === ''
      ? `${where} answers JSON that is not provider metadata: it has no issuer`
      : `${where} answers provider metadata whose ${field} is of another type than OpenID Connect says`,
  );
}

/** What of a provider's metadata will not work with this service, one sentence each. */
export function metadataWarnings({ metadata, url }: Omit<MetadataPreview, 'warnings'>): string[] {
  const warnings: string[] = [];
  const lacks = (list: string[] | undefined, value: string) => list !== undefined && !list.includes(value);
  const basic = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (!basic.includes('client_secret_basic'))
    warnings.push(
      'The provider does not offer client_secret_basic, which the service uses at the token endpoint.',
    );
  if (lacks(metadata.response_types_supported, 'code'))
    warnings.push('The provider does not offer the response type code, which sign-in needs.');
  if (lacks(metadata.scopes_supported, 'openid'))
    warnings.push('The provider does not list the scope openid.');
  const algorithms = metadata.id_token_signing_alg_values_supported;
  if (algorithms && !algorithms.some((name) => /^(RS|PS|ES)\d{3}$|^Ed/.test(name)))
    warnings.push('The provider signs ID Tokens with none of the algorithms that the service accepts.');
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (metadata[name] === undefined) warnings.push(`The metadata has no ${name}.`);
  for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint'] as const)
    if (metadata[name] !== undefined && !metadata[name].startsWith('https://'))
      warnings.push(`The ${name} does not use https, which the service requires.`);
  if (metadata.jwks_uri?.startsWith('http://'))
    warnings.push('The jwks_uri does not use https: keys can be swapped.');
  if (url.startsWith('http://'))
    warnings.push('The metadata was fetched without https: it can be changed on its way.');
  const home = metadata.issuer.replace(/\/$/, '') + wellKnown;
  if (url !== home)
    warnings.push(
      `The metadata names the issuer ${isolate(metadata.issuer)}, whose own document is at ${home}.`,
    );
  return warnings;
}
