import type { Claims } from './evaluate.ts';

/** Pasted text read as claims; `problem` if it can't be. */
export interface ReadClaims {
  claims?: Claims;
  problem?: string;
  /** The property that the claims were read from, if that's only part of what was pasted. */
  part?: string;
}

/** What sent claims, if it's known. */
export function claimSources(idToken: Claims | null | undefined, userInfo: Claims | null | undefined) {
  return [
    { label: 'ID token', claims: idToken },
    { label: 'UserInfo response', claims: userInfo },
  ].filter((source): source is { label: string; claims: Claims } => Boolean(source.claims));
}

/** Reads a pasted JWT (its payload; nothing is verified, nothing leaves the browser) or a JSON object. */
export function readClaims(text: string): ReadClaims {
  const trimmed = text
    .trim()
    .replace(/^(authorization:\s*)?bearer\s+/i, '')
    .replace(/^(["'])(.*)\1$/s, '$2');
  if (trimmed === '') return {};
  if (trimmed.startsWith('{')) return fromTokenResponse(parseObject(trimmed, 'This'));
  const parts = trimmed.split('.');
  if (parts.length === 5)
    return {
      problem: "This token is encrypted (five parts), so its claims can't be read. The service rejects it.",
    };
  const payload = parts[1];
  if (parts.length !== 3 || payload === undefined)
    return { problem: 'This is neither a JSON object nor a JWT (three parts separated by dots).' };
  const json = decode(payload);
  if (json === undefined) return { problem: "The token's payload isn't base64url text." };
  return parseObject(json, "The token's payload");
}

/** People often paste a whole token response, which contains the ID token. */
function fromTokenResponse(read: ReadClaims): ReadClaims {
  const token = read.claims?.['id_token'];
  if (typeof token !== 'string' || token.split('.').length < 3) return read;
  return { ...readClaims(token), part: 'id_token' };
}

function parseObject(json: string, what: string): ReadClaims {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { claims: value as Claims };
    return { problem: `${what} is JSON, but not an object.` };
  } catch (error) {
    return { problem: `${what} isn't JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function decode(base64url: string): string | undefined {
  try {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(binary, (character) => character.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
}

/** Why the service would reject a token, besides its signature. */
export interface TokenNote {
  claim: 'iss' | 'aud' | 'exp';
  text: string;
}

/**
 * Where the claims of a pasted ID token don't match the form.
 * @param now milliseconds since 1970
 */
export function tokenNotes(
  claims: Claims,
  { issuer, client_id: clientId }: { issuer: string; client_id: string },
  now: number,
): TokenNote[] {
  const { iss, aud, exp } = claims;
  const notes: TokenNote[] = [];
  if (typeof iss === 'string' && issuer !== '' && iss !== issuer)
    notes.push({ claim: 'iss', text: "Its issuer (iss) doesn't match the issuer above." });
  if (Array.isArray(iss))
    notes.push({ claim: 'iss', text: 'Its issuer (iss) is a list. The service only accepts one, as text.' });
  const audience = [aud].flat();
  if (aud !== undefined && clientId !== '' && !audience.includes(clientId)) {
    const actual = audience.map(String).join(', ').slice(0, 100);
    notes.push({ claim: 'aud', text: `Its audience (aud) is ${actual}, not this client ID.` });
  }
  if (typeof exp === 'number' && exp * 1000 < now)
    notes.push({ claim: 'exp', text: 'It has expired (exp), but its claims still show what to map.' });
  return notes;
}
