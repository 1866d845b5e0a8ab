import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Rewrites the addresses that proxies say they forward for as plain addresses, for everything that reads them later. An
 * entry that's no address counts as the proxy that added it, so nothing before it counts. `Forwarded` (RFC 7239) is
 * read if there's no `X-Forwarded-For`.
 */
export function normalizeForwarded({ headers }: IncomingMessage): void {
  const given = headers['x-forwarded-for'];
  const entries = given === undefined ? forwardedFor(headers.forwarded) : String(given).split(',');
  const addresses: string[] = [];
  for (const entry of entries.toReversed()) {
    const address = plainAddress(entry);
    if (address === undefined) break;
    addresses.unshift(address);
  }
  if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ');
  else delete headers['x-forwarded-for'];
}

/**
 * Notices that a proxy forwards addresses which aren't read because `TRUST_PROXY` isn't set, and logs it once.
 * @returns whether that has happened
 */
export function noticeForwarded(app: FastifyInstance): () => boolean {
  let isNoticed = false;
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (!isNoticed && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined) {
      isNoticed = true;
      app.log.warn(
        "a proxy forwards its clients' addresses, but TRUST_PROXY isn't set, so they all count as one: set it to the proxy's address",
      );
    }
    done();
  });
  return () => isNoticed;
}

/** The `for` parameters of a `Forwarded` header; empty where an element has none. */
function forwardedFor(header: string | undefined): string[] {
  const elements = header?.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? [];
  return elements.map((element) => /(?:^|;)\s*for\s*=\s*("[^"]*"|[^;\s]+)/i.exec(element)?.[1] ?? '');
}

/** An entry without quotes, brackets and port, in the usual notation; undefined if it's no IP address. */
function plainAddress(entry: string): string | undefined {
  const bare = entry
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
  const address = /^\[([^\]]*)\](?::\d*)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d*$/.exec(bare)?.[1] ?? bare;
  return isIP(address) === 0 ? undefined : ipaddr.process(address.replace(/%.*/, '')).toString();
}
