import { hash, randomBytes } from 'node:crypto';

/** A random 256-bit token, as base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** What is stored of a token: SHA-256 in hex. Enough for a random token, which no dictionary holds. */
export function tokenHash(token: string): string {
  return hash('sha256', token);
}
