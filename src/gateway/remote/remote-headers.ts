import type { IncomingHttpHeaders } from 'node:http';
import { rewriteCookie } from './set-cookie.ts';

/**
 * Browser headers about the console's origin, which would look like a cross-site request to the service; and
 * clients' claims about their own address, which we set ourselves.
 */
const notForwarded = /^(origin|referer|sec-fetch-.*|te|forwarded|x-forwarded-.*|x-real-ip)$/;

/**
 * The service's headers that are passed to browsers: those about the response itself. Any others, present or future,
 * could set policies for the origin, which is the gateway's.
 */
const passedOn = new RegExp(
  [
    '^(allow|content-(disposition|encoding|language|length|range|type)|accept-ranges|date|etag|last-modified',
    'location|preference-applied|retry-after|vary|deprecation|sunset|warning|x-request-id',
    '(x-)?ratelimit(-[a-z]+)?)$',
  ].join('|'),
);

/** A request's headers for the service. @param address of the client */
export function requestHeaders(headers: IncomingHttpHeaders, address: string): IncomingHttpHeaders {
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !notForwarded.test(name))),
    'x-forwarded-for': address,
  };
}

/**
 * The service's response headers for browsers.
 * @param basePath path of the service's base URL, which isn't part of ours
 */
export function responseHeaders(
  headers: IncomingHttpHeaders,
  basePath: string,
  overTls: boolean,
): IncomingHttpHeaders {
  const listed = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  // Typed as a list, but the proxy passes a single one as a string.
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
