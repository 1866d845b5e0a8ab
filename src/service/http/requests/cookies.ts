import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, plainCookieName } from '../../../contract/access/authentication.ts';

/** Cookies by name, without their prefix over TLS. */
export type Cookies = Readonly<Record<string, string | undefined>>;

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
