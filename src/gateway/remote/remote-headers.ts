import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { rewriteCookie } from './set-cookie.ts';

/**
 * Request headers that concern only our connection (RFC 9110 section 7.6.1), browser headers about the console's
 * origin, which would look like a cross-site request to the service, and clients' claims about their own address,
 * which we set ourselves.
 */
const notForwarded = new Set(
  [
    'connection keep-alive proxy-connection proxy-authorization te trailer transfer-encoding upgrade expect host',
    'origin referer sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-storage-access sec-fetch-user',
    'forwarded x-real-ip',
  ].flatMap((names) => names.split(' ')),
);

/**
 * The service's headers that are passed to browsers: those about the response itself. Any others, present or future,
 * could set policies for the origin, which is the gateway's.
 */
const passedOn = new Set(
  [
    'allow content-disposition content-encoding content-language content-length content-range content-type',
    'accept-ranges date etag last-modified location preference-applied retry-after vary deprecation sunset warning',
    'x-request-id ratelimit ratelimit-limit ratelimit-policy ratelimit-remaining ratelimit-reset x-ratelimit-limit',
    'x-ratelimit-remaining x-ratelimit-reset x-sign-in-reference',
  ].flatMap((names) => names.split(' ')),
);

/** A request's headers for the service. @param address of the client @param host of the service */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  address: string,
  host: string,
): OutgoingHttpHeaders {
  const forwarded: OutgoingHttpHeaders = { host, 'x-forwarded-for': address };
  const listed = connectionHeaders(headers);
  for (const name in headers) {
    if (notForwarded.has(name) || name.startsWith('x-forwarded-') || listed.has(name)) continue;
    forwarded[name] = headers[name];
  }
  if (headers['transfer-encoding'] !== undefined) forwarded['transfer-encoding'] = 'chunked';
  return forwarded;
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
  const passed: IncomingHttpHeaders = {};
  const listed = connectionHeaders(headers);
  for (const name in headers) if (passedOn.has(name) && !listed.has(name)) passed[name] = headers[name];
  passed['cache-control'] = 'no-store';
  const cookies = headers['set-cookie']?.map((cookie) => rewriteCookie(cookie, basePath, overTls));
  if (cookies) passed['set-cookie'] = cookies;
  return passed;
}

const none: ReadonlySet<string> = new Set();

/** Names of headers that concern only one connection (RFC 9110 section 7.6.1). */
function connectionHeaders({ connection }: IncomingHttpHeaders): ReadonlySet<string> {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return none;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}
