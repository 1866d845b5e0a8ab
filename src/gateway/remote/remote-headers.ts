import type { IncomingHttpHeaders } from 'node:http';
import { rewriteCookie } from './set-cookie.ts';

/**
 * Browser headers that speak of the console's own origin, which the service would take for another site's request; and
 * what clients say of their own address, which is for us to say.
 */
const notForwarded = /^(origin|referer|sec-fetch-.*|te|forwarded|x-forwarded-.*|x-real-ip)$/;

/**
 * Headers of the service that browsers get: those that are about the answer itself. Whatever else there is, or will be,
 * may set the policy of an origin or steer a browser, and the origin is the gateway's.
 */
const passedOn = new RegExp(
  [
    '^(allow|content-(disposition|encoding|language|length|range|type)|accept-ranges|date|etag|last-modified',
    'location|preference-applied|retry-after|vary|deprecation|sunset|warning|x-request-id',
    '(x-)?ratelimit(-[a-z]+)?)$',
  ].join('|'),
);

/** The headers of a request, as the service gets them. @param address of the client */
export function requestHeaders(headers: IncomingHttpHeaders, address: string): IncomingHttpHeaders {
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !notForwarded.test(name))),
    'x-forwarded-for': address,
  };
}

/**
 * The headers of the service's answer, as browsers get them.
 * @param basePath path of the service's base address, which is not part of ours
 */
export function responseHeaders(
  headers: IncomingHttpHeaders,
  basePath: string,
  overTls: boolean,
): IncomingHttpHeaders {
  const listed = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  // Typed as a list, yet a single one comes as a string through the proxy.
  const given: string | string[] = headers['set-cookie'] ?? [];
  const cookies = [given].flat().map((cookie) => rewriteCookie(cookie, basePath, overTls));
  return {
    ...Object.fromEntries(
      Object.entries(headers).filter(([name]) => passedOn.test(name) && !listed.has(name)),
    ),
    'cache-control': 'no-store',
    ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
  };
}
