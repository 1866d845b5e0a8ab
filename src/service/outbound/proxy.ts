import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import { parseUrl } from '../../contract/urls.ts';

/** An outgoing proxy, as the usual variables name it. */
export interface OutgoingProxy {
  /** `HTTPS_PROXY`: the proxy for https URLs, perhaps with credentials. */
  url: string;
  /** `NO_PROXY`: hosts without it, separated by commas or spaces: `host`, `host:port`, `.domain`, addresses, networks or `*`. */
  except: string;
}

/** What's wrong with a proxy's URL; undefined if it can be used. Doesn't repeat it: it may contain a password. */
export function proxyProblem(text: string): string | undefined {
  if (/^socks/i.test(text)) return "must be an http or https proxy: SOCKS isn't supported";
  const url = /^https?:\/\/[^/?#\\\s]+\/?$/i.test(text) ? parseUrl(text) : undefined;
  return url && url.port !== '0' && credentialsIn(url) !== null
    ? undefined
    : 'must be http://host:port or http://user:password@host:port, with special characters of the password percent-encoded';
}

/** Credentials as Basic authentication joins them (RFC 7617); undefined if there are none, null if they can't be decoded. */
export function credentialsIn({ username, password }: URL): string | null | undefined {
  try {
    return username || password ? [username, password].map(decodeURIComponent).join(':') : undefined;
  } catch {
    return null;
  }
}

/** Whether requests to a URL go through the proxy. A name also stands for its subdomains, as curl reads it. */
export function usesProxy({ protocol, hostname, port }: URL, proxy: OutgoingProxy | undefined): boolean {
  if (!proxy || protocol !== 'https:') return false;
  const host = bareName(hostname);
  return !proxy.except
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      // Other colons are an IPv6 address's own.
      const [, named = entry, entryPort = port] = /^(\[.+\]|[^:]+):(\d+)$/.exec(entry) ?? [];
      if (Number(entryPort || 443) !== Number(port || 443)) return false;
      const name = bareName(named.replace(/^\*?\./, ''));
      if (name === '*') return true;
      return isIP(host) > 0 ? isWithin(host, name) : `.${host}`.endsWith(`.${domainToASCII(name)}`);
    });
}

/** Without brackets, and without the dot that ends an absolute domain name. */
const bareName = (name: string) => name.replace(/[[\]]|\.$/g, '');

/** Whether an address is the other one, however that is written, or in a network. */
function isWithin(address: string, network: string): boolean {
  const one = ipaddr.process(address);
  if (isIP(network) > 0) return one.toString() === ipaddr.process(network).toString();
  if (!ipaddr.isValidCIDR(network)) return false;
  const [first, length] = ipaddr.parseCIDR(network);
  return one.kind() === first.kind() && one.match(first, length);
}

/** A URL's host as the subject of an error, with the proxy, which may be to blame. */
export function hostBehind({ host }: URL, proxy: OutgoingProxy | undefined): string {
  return proxy ? `${host}, through the proxy ${new URL(proxy.url).host},` : host;
}
