import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, plainCookieName } from '../../contract/access/authentication.ts';

/** Cookies by name, without the prefix that they have over TLS. */
export type Cookies = Readonly<Record<string, string | undefined>>;

/** Whether a request is identified by an API key: it neither brings nor gets cookies, and opens no session. */
export function hasKey(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined;
}

/** The cookies that a request is to be judged by. */
export function cookiesOf(request: FastifyRequest, overTls: boolean): Cookies {
  if (hasKey(request)) return {};
  const ours: [string, string][] = [];
  for (const [name, value] of Object.entries(request.cookies)) {
    const plain = plainCookieName(name, overTls);
    if (plain !== undefined && value !== undefined) ours.push([plain, value]);
  }
  return Object.fromEntries(ours);
}

/**
 * Sets a cookie with a response, or clears it where the value is undefined.
 * @param maxAge in seconds; until the browser ends where absent
 */
export function setCookie(
  reply: FastifyReply,
  overTls: boolean,
  name: string,
  value: string | undefined,
  maxAge?: number,
): void {
  if (hasKey(reply.request)) return;
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: overTls } as const;
  const full = cookieName(name, overTls);
  if (value === undefined) reply.clearCookie(full, attributes);
  else reply.setCookie(full, value, { ...attributes, ...(maxAge === undefined ? {} : { maxAge }) });
}
