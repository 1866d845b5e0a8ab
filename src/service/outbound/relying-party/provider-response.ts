import type { ProviderResponse } from '../../../contract/oidc/sign-in-tests.ts';
import type { Outbound, OutboundResponse } from '../outbound.ts';
import { jsonObject } from './failures.ts';
import { redact } from './redaction.ts';

const maxBody = 2_000;
const maxText = 1_000;
/** More isn't searched for secrets. */
const maxSearched = 32_768;

/** Remembers the last response to the requests of a sign-in. */
export function recorded(outbound: Pick<Outbound, 'fetch' | 'verifiesTls'>) {
  let response: OutboundResponse | undefined;
  return {
    outbound: {
      verifiesTls: outbound.verifiesTls,
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

/** A body as text, without secrets and, if it's HTML, without tags. */
export function readable(text: string, type: string, secrets: readonly string[]): string {
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
