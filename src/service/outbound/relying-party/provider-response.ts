import type { ProviderResponse } from '../../../contract/oidc/sign-in-tests.ts';
import type { Outbound, OutboundResponse } from '../outbound.ts';
import { jsonObject } from './failures.ts';

const maxBody = 2_000;
const maxText = 1_000;
/** More isn't searched for secrets. */
const maxSearched = 32_768;

/** Remembers the last response to the requests of a sign-in. */
export function recorded(outbound: Pick<Outbound, 'fetch'>) {
  let response: OutboundResponse | undefined;
  return {
    outbound: {
      fetch: async (...request: Parameters<Outbound['fetch']>) => {
        response = undefined;
        response = await outbound.fetch(...request);
        return response;
      },
    },
    /** Undefined if the last request got no response. */
    last: () => response,
  };
}

/** The provider's error in an authorization error response (RFC 6749 section 4.1.2.1). */
export function errorInCallback(
  callback: URLSearchParams,
  secrets: readonly string[],
): ProviderResponse | undefined {
  const error = callback.get('error');
  if (!error) return undefined;
  const description = callback.get('error_description');
  return {
    error: redact(error, secrets).slice(0, maxText),
    ...(description ? { error_description: redact(description, secrets).slice(0, maxText) } : {}),
  };
}

/**
 * A provider's response that isn't a successful one.
 * @param secrets known ones, which are redacted along with everything that looks like a token
 */
export function errorInResponse(
  response: OutboundResponse | undefined,
  secrets: readonly string[],
): ProviderResponse | undefined {
  if (!response) return undefined;
  const { status, headers, body } = response;
  const json = jsonObject(body);
  if (status === 200 && json && json['error'] === undefined) return undefined;
  const text = (value: unknown) =>
    typeof value === 'string' && value !== '' ? redact(value, secrets).slice(0, maxText) : undefined;
  const error = text(json?.['error']);
  const description = text(json?.['error_description']);
  const type = headers.get('content-type') ?? '';
  const bodyText = readable(Buffer.from(body).toString().slice(0, maxSearched), type, secrets);
  return {
    status,
    ...(error === undefined ? {} : { error }),
    ...(description === undefined ? {} : { error_description: description }),
    ...(bodyText === '' ? {} : { body: bodyText }),
  };
}

function readable(text: string, type: string, secrets: readonly string[]): string {
  const plain = /html/i.test(type) ? textOf(text) : text;
  // Redacted before it's shortened: half a secret wouldn't be recognized.
  const safe = redact(plain, secrets).trim();
  return safe.length > maxBody ? `${safe.slice(0, maxBody)}…` : safe;
}

/** The text of an HTML page, without scripts and styles. */
function textOf(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^>]*>?/g, ' ')
    .replace(/\s+/g, ' ');
}

const secretMembers =
  '(?:\\w*_token|token|\\w*_secret|secret|client_assertion|assertion|password|code|code_verifier|nonce|state)';
const patterns: readonly [RegExp, string][] = [
  // A truncated body may end inside the string.
  [new RegExp(`("${secretMembers}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*("|$)`, 'gi'), '$1"redacted"'],
  [new RegExp(`\\b(${secretMembers}=)[^&\\s"'<>]+`, 'gi'), '$1redacted'],
  [/\b(Bearer|Basic)\s+[\w.~+/-]{8,}=*/gi, '$1 redacted'],
  // JWTs, with or without a signature.
  [/\beyJ[\w-]+\.[\w-]*(\.[\w-]*)*/g, 'redacted'],
];

/** Removes known secrets, anything that looks like a token, and control characters. */
function redact(text: string, secrets: readonly string[]): string {
  let safe = text.replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '');
  for (const secret of secrets.flatMap(spellings)) safe = safe.replaceAll(secret, 'redacted');
  for (const [pattern, replacement] of patterns) safe = safe.replace(pattern, replacement);
  return safe;
}

/** A secret as it may appear in JSON, a form or a URL. Very short ones would make the text unreadable. */
function spellings(secret: string): string[] {
  if (secret.length < 4) return [];
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), form, encodeURIComponent(secret)])];
}
