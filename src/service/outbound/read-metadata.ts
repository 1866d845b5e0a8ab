import { publishedMetadata, type PublishedMetadata } from '../../contract/oidc/metadata.ts';
import { OutboundError } from './outbound-error.ts';
import { parseUrl } from '../../contract/urls.ts';

/**
 * Reads a discovery document. Only the issuer is required: members that the service can't use are left out with a warning, because
 * providers publish `null`, relative URLs and worse in members that nobody needs.
 * @param url of the discovery document, which relative URLs are resolved against
 * @throws OutboundError if it isn't provider metadata
 */
export function readMetadata(
  body: Uint8Array,
  url: string,
): { metadata: PublishedMetadata; problems: string[] } {
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
  authorization_endpoint: readUrl,
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
