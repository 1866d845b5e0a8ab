import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { RemoteRequest, RemoteResponse } from './remote-client.ts';
import { onePerName, rewriteCookie } from './set-cookie.ts';

/**
 * Request headers that concern only our connection (RFC 9110 section 7.6.1), browser headers about the console's
 * origin, which would look like a cross-site request to the service, and clients' claims about their own address,
 * which we set ourselves. Responses aren't cached, so that nothing is asked conditionally. The client frames the body itself.
 */
const notForwarded = new Set(
  [
    'connection keep-alive proxy-connection proxy-authorization te trailer transfer-encoding upgrade expect host',
    'origin referer sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-storage-access sec-fetch-user',
    'forwarded x-real-ip if-none-match if-modified-since',
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
    'x-ratelimit-remaining x-ratelimit-reset x-sign-in-reference x-palisade-outcome',
  ].flatMap((names) => names.split(' ')),
);

/**
 * A request's headers for the service.
 * @param address of the client
 * @param host of the service
 * @returns undefined if `Connection` lists a header that says where the request ends or goes: one server would obey it,
 *   and the next one wouldn't see it (request smuggling)
 */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  address: string,
  host: string,
): RemoteRequest['headers'] | undefined {
  const forwarded: RemoteRequest['headers'] = { host, 'x-forwarded-for': address };
  const listed = connectionHeaders(headers.connection);
  if (endToEnd.some((name) => listed.has(name))) return undefined;
  for (const [given, value] of Object.entries(headers)) {
    // Servers that pass headers on as environment variables confuse these names (RFC 3875 section 4.1.18).
    const name = given.replace(/[^a-z0-9]/g, '-');
    if (notForwarded.has(name) || name.startsWith('x-forwarded-') || listed.has(given)) continue;
    if (value !== undefined && (name !== 'content-length' || given === name)) forwarded[given] = value;
  }
  return forwarded;
}

const endToEnd = ['host', 'content-length', 'transfer-encoding'];

export function responseHeaders(headers: RemoteResponse['headers'], overTls: boolean): OutgoingHttpHeaders {
  const passed: OutgoingHttpHeaders = {};
  const listed = connectionHeaders([headers['connection'] ?? []].flat().join(','));
  for (const [name, value] of Object.entries(headers)) {
    const text = [value ?? []].flat().join(', ');
    if (passedOn.has(name) && !listed.has(name) && isSendable(text)) passed[name] = text;
  }
  const service = [headers['x-palisade-service'] ?? headers['x-palisade-version'] ?? ''].flat().join();
  passed['x-palisade-service'] = service !== '' && isSendable(service) ? service : 'documented';
  passed['cache-control'] = 'no-store';
  const given = [headers['set-cookie'] ?? []].flat().filter(isSendable);
  const cookies = onePerName(given).map((cookie) => rewriteCookie(cookie, overTls));
  return cookies.length > 0 ? { ...passed, 'set-cookie': cookies } : passed;
}

/** Whether Node sends a header's value: others, which services have sent, would throw. */
function isSendable(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** Names of headers that concern only one connection (RFC 9110 section 7.6.1). */
function connectionHeaders(connection: string | undefined): ReadonlySet<string> {
  return new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
}
