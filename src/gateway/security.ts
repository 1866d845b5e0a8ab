import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A fresh nonce for one page. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * The policy of the console's page: nothing but our own files, and styles and scripts that carry the nonce. What the
 * API answers is no script, whatever its type: only `/assets/` is.
 * @param hosts under which browsers may see the page, with their ports
 */
export function pagePolicy(nonce: string, hosts: readonly string[]): string {
  // An address in brackets cannot be written in a policy; there, the nonce alone counts, which imports inherit.
  const assets = [...new Set(hosts)]
    .filter((host) => /^[\w.-]+(:\d+)?$/.test(host))
    .map((host) => `${host}/assets/`);
  return [
    "default-src 'none'",
    ['script-src', `'nonce-${nonce}'`, ...assets].join(' '),
    ['style-src', `'nonce-${nonce}'`, ...assets].join(' '),
    // Workers carry no nonce.
    ['worker-src', ...(assets.length > 0 ? assets : ["'self'"])].join(' '),
    // Text becomes markup or the address of a script by the console's one policy alone (`trusted-types.ts`).
    "require-trusted-types-for 'script'",
    'trusted-types default',
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Sets the headers that every answer of the gateway carries. */
export function secureHeaders(reply: FastifyReply, overTls: boolean): void {
  reply.headers({
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'X-Frame-Options': 'DENY',
    // What the log knows the request by; a remote service's own id takes its place.
    'X-Request-Id': reply.request.id,
    ...(overTls ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  });
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that changes something comes from another site's page (CSRF). Programs send no `Origin`.
 * @param publicOrigin the origin that browsers see
 */
export function isCrossSite(request: FastifyRequest, publicOrigin: string): boolean {
  if (safeMethods.has(request.method)) return false;
  const { origin } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site';
  return origin !== publicOrigin && origin !== `${request.protocol}://${request.host}`;
}

/**
 * Whether a request names a host that is none of this machine's own. A page elsewhere can have its name resolve to this
 * machine and then speak to the gateway as to its own origin (DNS rebinding); it cannot do so under `localhost` or an
 * address.
 * @param publicHost the host that browsers see
 */
export function isDnsRebinding({ hostname }: Pick<FastifyRequest, 'hostname'>, publicHost: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host !== publicHost.toLowerCase() && !/^(.+\.)?localhost$/.test(host) && isIP(host) === 0;
}
