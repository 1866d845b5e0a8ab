import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { oidcLoginsEndpoints } from '../contract/endpoints/oidc-logins.ts';
import { versionHeader } from '../contract/gateway.ts';
import { parseUrl } from '../contract/urls.ts';

/**
 * The console page's Content Security Policy: only our own files, and styles and scripts with the nonce. API
 * responses can't run as scripts, regardless of their type: only `/assets/` can.
 * @param hosts that serve the page, with ports
 */
export function pagePolicy(nonce: string, hosts: readonly string[]): string {
  // Policies can't contain IPv6 addresses; then only the nonce counts, which imports inherit.
  const assets = [...new Set(hosts)]
    .filter((host) => /^[\w.-]+(:\d+)?$/.test(host))
    .map((host) => `${host}/assets/`);
  return [
    "default-src 'none'",
    ['script-src', `'nonce-${nonce}'`, ...assets].join(' '),
    ['style-src', `'nonce-${nonce}'`, ...assets].join(' '),
    // Workers have no nonce.
    ['worker-src', ...(assets.length > 0 ? assets : ["'self'"])].join(' '),
    // Only the console's Trusted Types policy can create markup or script URLs (`trusted-types.ts`).
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

/** In lower case, so that Fastify doesn't convert them for every response. */
const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  // The console must notice when the window of a sign-in test is closed.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'x-frame-options': 'DENY',
};

/** What the headers of every response depend on. */
export interface EveryResponse {
  overTls: boolean;
  productVersion: string;
}

export function setHeaders(reply: FastifyReply, { overTls, productVersion }: EveryResponse): void {
  reply.headers(securityHeaders);
  reply.header(versionHeader, productVersion);
  // The id in the log; replaced by a remote service's own id.
  reply.header('x-request-id', reply.request.id);
  if (overTls) reply.header('strict-transport-security', 'max-age=31536000');
}

const formPath = `/api${oidcLoginsEndpoints.rejectOidcForm.path}`;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a state-changing request comes from another site's page (CSRF). Non-browsers send no `Origin`. A provider's form
 * changes nothing: the embedded service only explains that it accepts none.
 * @param publicOrigin the gateway's public origin
 */
export function isCrossSite(request: FastifyRequest, publicOrigin: string): boolean {
  if (safeMethods.has(request.method)) return false;
  if (request.method === 'POST' && request.routeOptions.url === formPath) return false;
  const { origin } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site';
  // Some proxies add the default port to the host.
  return origin !== publicOrigin && origin !== parseUrl(`${request.protocol}://${request.host}`)?.origin;
}

/**
 * Whether a request's host isn't one of this machine's own (DNS rebinding). Another site's name can resolve to this
 * machine, so that its page could call the gateway as its own origin; that's impossible for `localhost` or an IP
 * address.
 * @param publicHost the gateway's public host
 */
export function isDnsRebinding({ hostname }: Pick<FastifyRequest, 'hostname'>, publicHost: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host !== publicHost.toLowerCase() && !/^(.+\.)?localhost$/.test(host) && isIP(host) === 0;
}
