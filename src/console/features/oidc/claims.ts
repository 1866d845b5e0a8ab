import type { Claims } from './evaluate.ts';

/** What was pasted, read as claims; `problem` where it cannot be. */
export interface ReadClaims {
  claims?: Claims;
  problem?: string;
  /** Whether it was a token rather than plain JSON. */
  token?: boolean;
}

/** Reads a pasted JWT (its payload; nothing is verified, nothing leaves the browser) or a JSON object. */
export function readClaims(text: string): ReadClaims {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  if (trimmed.startsWith('{')) return asObject(trimmed, 'This');
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

/** A claim that an expression can name. */
export interface ClaimEntry {
  /** The JMESPath expression that gives it. */
  expression: string;
  /** The value as JSON, cut to one line. */
  shown: string;
  /** Whether it can be a login: text, and not one of the token's own affairs. */
  usable: boolean;
}

const entriesMost = 200;
const shownMost = 120;

/** What is different in every token, or the same for everybody. */
const protocolClaims = new Set([
  'iss',
  'aud',
  'azp',
  'nonce',
  'at_hash',
  'c_hash',
  's_hash',
  'sid',
  'jti',
  'acr',
]);

/** Every value among the claims with the expression that names it, objects and arrays followed down; usable ones first. */
export function claimEntries(claims: Claims): ClaimEntry[] {
  const entries: ClaimEntry[] = [];
  const visit = (value: unknown, expression: string) => {
    if (entries.length >= entriesMost) return;
    if (Array.isArray(value) && value.length > 0) {
      for (const [index, member] of value.entries()) visit(member, `${expression}[${index}]`);
    } else if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
      for (const [name, member] of Object.entries(value)) {
        visit(member, expression === '' ? quoted(name) : `${expression}.${quoted(name)}`);
      }
    } else {
      const json = JSON.stringify(value);
      const shown = json.length > shownMost ? `${json.slice(0, shownMost)}…` : json;
      const usable = typeof value === 'string' && value !== '' && !protocolClaims.has(expression);
      entries.push({ expression, shown, usable });
    }
  };
  visit(claims, '');
  return [...entries.filter(({ usable }) => usable), ...entries.filter(({ usable }) => !usable)];
}

/** A name as JMESPath wants it: in double quotes unless it is a plain word. */
export function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

/** The expression that gives `other` where `expression` gives nothing. */
export function withFallback(expression: string, other: string): string {
  // A pipe or a comparison binds otherwise than one thinks beside `||`.
  const plain = /^[\w.[\]\s]+(\|\|[\w.[\]\s]+)*$/.test(expression.replace(/"(?:[^"\\]|\\.)*"/g, 'name'));
  return `${plain ? expression : `(${expression})`} || ${other}`;
}
