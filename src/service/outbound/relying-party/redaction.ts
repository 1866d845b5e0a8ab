import type { Provider } from '../../domain/oidc/relying-party.ts';

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

/**
 * Removes known secrets in every form in which they're sent or quoted, anything that looks like a token, and control characters.
 * @param secrets see `secretsOf`
 */
export function redact(text: string, secrets: readonly string[]): string {
  let safe = text.replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '');
  safe = redactKnown(safe, secrets);
  for (const [pattern, replacement] of patterns) safe = safe.replace(pattern, replacement);
  return safe;
}

/** Removes known secrets only. Longer ones first, because one may contain another. */
export function redactKnown(text: string, secrets: readonly string[]): string {
  let safe = text;
  const known = [...new Set(secrets.flatMap(spellings))].sort((a, b) => b.length - a.length);
  for (const secret of known) safe = safe.replaceAll(secret, 'redacted');
  return safe;
}

/** What `client_secret_basic` sends besides the secret itself: it's form-encoded first (RFC 6749 section 2.3.1), but not by every client. */
export function secretsOf({ client_id: id, client_secret: secret }: Provider): string[] {
  return [secret, credentialsOf(id, secret), `${id}:${secret}`];
}

/** The client ID and secret of HTTP Basic authentication (RFC 6749 section 2.3.1) before their base64 encoding. */
export function credentialsOf(id: string, secret: string): string {
  return `${formEncoded(id)}:${formEncoded(secret)}`;
}

/** `URLSearchParams` leaves `*-._` unescaped, as HTML specifies. */
function formEncoded(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1);
}

/** A secret as it may appear in text, JSON, a form, a URL, HTML or a header. Very short ones would make the text unreadable. */
function spellings(secret: string): string[] {
  if (secret.length < 4) return [];
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const quoted = [json, ascii].flatMap((text) => [text, text.replaceAll('/', '\\/')]);
  const encoded = [formEncoded(secret), encodeURIComponent(secret)];
  const lowerCase = encoded.map((text) => text.replace(/%../g, (escape) => escape.toLowerCase()));
  const html = secret.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? character);
  const base64 = [secret, ...encoded].flatMap((text) => {
    const padded = Buffer.from(text).toString('base64');
    return [padded, padded.replace(/=+$/, ''), Buffer.from(text).toString('base64url')];
  });
  return [secret, ...quoted, ...encoded, ...lowerCase, html, ...base64];
}

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
