import type { Claims } from './evaluate.ts';

/** What was pasted, read as claims; `problem` where it cannot be. */
export interface ReadClaims {
  claims?: Claims;
  problem?: string;
  /** Whether it was a token rather than plain JSON. */
  token?: boolean;
  /** What was read of it, where that is a part of what was pasted. */
  part?: string;
}

/** Reads a pasted JWT (its payload; nothing is verified, nothing leaves the browser) or a JSON object. */
export function readClaims(text: string): ReadClaims {
  const trimmed = text
    .trim()
    .replace(/^(authorization:\s*)?bearer\s+/i, '')
    .replace(/^(["'])(.*)\1$/s, '$2');
  if (trimmed === '') return {};
  if (trimmed.startsWith('{')) return ofAnswer(asObject(trimmed, 'This'));
  const parts = trimmed.split('.');
  if (parts.length === 5) {
    return {
      problem: 'This token is encrypted (five parts): its claims cannot be read, and the service refuses it.',
    };
  }
  const payload = parts[1];
  if (parts.length !== 3 || payload === undefined) {
    return { problem: 'This is neither a JSON object nor a token of three parts with dots between them.' };
  }
  const json = decode(payload);
  if (json === undefined) return { problem: 'The middle part of this token is not base64url text.' };
  return { ...asObject(json, 'The middle part of this token'), token: true };
}

/** The whole answer of a token endpoint is what people copy: the ID Token is in it. */
function ofAnswer(read: ReadClaims): ReadClaims {
  const token = read.claims?.['id_token'];
  if (typeof token !== 'string' || token.split('.').length < 3) return read;
  return { ...readClaims(token), part: 'id_token' };
}

function asObject(json: string, what: string): ReadClaims {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { claims: value as Claims };
    return { problem: `${what} is JSON, but not an object.` };
  } catch (error) {
    return { problem: `${what} is not JSON: ${error instanceof Error ? error.message : String(error)}` };
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

/** What the service would refuse about a token, besides its signature, with what it has to be. */
export interface TokenNote {
  claim: 'iss' | 'aud' | 'exp';
  text: string;
}

/**
 * What sets pasted claims of an ID Token apart from this configuration.
 * @param now milliseconds since 1970
 */
export function tokenNotes(
  claims: Claims,
  { issuer, client_id: clientId }: { issuer: string; client_id: string },
  now: number,
): TokenNote[] {
  const { iss, aud, exp } = claims;
  const notes: TokenNote[] = [];
  if (typeof iss === 'string' && issuer !== '' && iss !== issuer) {
    notes.push({ claim: 'iss', text: 'Its issuer (iss) is not the issuer above.' });
  }
  const audience = [aud].flat();
  if (aud !== undefined && clientId !== '' && !audience.includes(clientId)) {
    const shown = audience.map(String).join(', ').slice(0, 100);
    notes.push({ claim: 'aud', text: `It was made out for ${shown} (aud), not for this client id.` });
  }
  if (typeof exp === 'number' && exp * 1000 < now) {
    notes.push({ claim: 'exp', text: 'It has expired (exp); its claims still show what to map.' });
  }
  return notes;
}
