import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, plainCookieName, sessionCookie } from '../../../contract/access/authentication.ts';
import { isToken } from '../../domain/access/tokens.ts';

/** Cookies by name, without their prefix over TLS. */
type Cookies = Readonly<Record<string, string | undefined>>;

/** Whether a request uses an API key: its cookies are ignored, it gets none, and it opens no session. */
export function usesApiKey(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined;
}

/** A request's cookies; none if it uses an API key. */
export function cookiesOf(request: FastifyRequest, overTls: boolean): Cookies {
  if (usesApiKey(request)) return {};
  const ours: [string, string][] = [];
  for (const [name, value] of Object.entries(request.cookies)) {
    const plain = plainCookieName(name, overTls);
    if (plain !== undefined && value !== undefined) ours.push([plain, value]);
  }
  return Object.fromEntries(ours);
}

/** Of other services on this host, with the same name and another path; more are never looked up. */
const maxSessionIds = 5;

/**
 * The session ids that a request may have: browsers also send other services' cookies with this name if they're on the
 * same host, and first if their path is longer (RFC 6265 section 5.4).
 */
export function sessionIdsOf(request: FastifyRequest, overTls: boolean): string[] {
  if (usesApiKey(request)) return [];
  const start = `${cookieName(sessionCookie, overTls)}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const ids = pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length));
  return [...new Set(ids.filter(isToken))].slice(0, maxSessionIds);
}

/**
 * Sets a cookie with the response, or clears it if the value is undefined.
 * @param maxAge in seconds; until the browser closes by default
 */
export function setCookie(
  reply: FastifyReply,
  overTls: boolean,
  name: string,
  value: string | undefined,
  maxAge?: number,
): void {
  if (usesApiKey(reply.request)) return;
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: overTls } as const;
  const full = cookieName(name, overTls);
  if (value === undefined) reply.clearCookie(full, attributes);
  else reply.setCookie(full, value, { ...attributes, ...(maxAge === undefined ? {} : { maxAge }) });
}
