import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, ProxyAgent, fetch as send, type Dispatcher } from 'undici';
import { refusedRange } from './addresses.ts';
import { explainConnection, causesOf, codesOf } from './explain-connection.ts';
import { OutboundError } from './outbound-error.ts';
import { usesProxy, type OutgoingProxy } from './proxy.ts';
import { isAboutCertificate, readCertificate } from './tls-failure.ts';
import { parseUrl } from '../../contract/urls.ts';

/** Options of the guarded fetch. */
export interface OutboundOptions {
  /** Hosts, or `host:port`, allowed at any address (`OUTBOUND_ALLOW`). */
  allow?: readonly string[];
  /** Accepts any certificate (`OUTBOUND_INSECURE_TLS`); for tests only. */
  insecureTls?: boolean;
  timeoutMilliseconds?: number;
  /** For https URLs; the target is still checked. */
  proxy?: OutgoingProxy | undefined;
}

/** A complete response. */
export interface OutboundResponse {
  /** The final URL after redirects. */
  url: string;
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The maximum number of redirects; none by default. */
  redirects?: number;
  /** Multiplies the time limit. */
  timeoutFactor?: number;
  /** Aborts the request. */
  signal?: AbortSignal;
  /** Whether only the status counts: the body isn't read beyond 4 kB. */
  ignoresBody?: boolean;
}

/** Every request to another host goes through this. */
export type Outbound = ReturnType<typeof createOutbound>;

/** Time limit for a request, and size limit of a response (docs/decisions.md, "Metadata"). Token requests get twice the time. */
const timeoutMillisecondsDefault = 5_000;
const maxResponseBytes = 256 * 1024;
/** How much of a body is read if only the status counts. */
const skimmedBytes = 4096;

/**
 * Builds the guarded fetch: http and https only, checks the address actually connected to (so that DNS
 * rebinding has no effect), verifies certificates, follows no redirects unless requested, and limits
 * the response's time and decompressed size.
 */
export function createOutbound(options: OutboundOptions = {}) {
  const {
    allow = [],
    insecureTls = false,
    timeoutMilliseconds = timeoutMillisecondsDefault,
    proxy,
  } = options;
  const rejectUnauthorized = !insecureTls;
  const guarded = new Agent({ connect: { lookup: guardedLookup, rejectUnauthorized } });
  const open = new Agent({ connect: { rejectUnauthorized } });
  const proxied = proxy && new ProxyAgent({ uri: proxy.url, requestTls: { rejectUnauthorized } });
  const trusted = new Map<string, Agent>();
  const isAllowed = (url: URL) => allow.includes(url.hostname) || allow.includes(url.host);

  const agentFor = async (url: URL): Promise<Dispatcher> => {
    const own = trusted.get(url.host);
    if (own) return own;
    const through = usesProxy(url, proxy) ? proxied : undefined;
    if (isAllowed(url)) return through ?? open;
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    // IP addresses aren't looked up, so the lookup can't reject them.
    const range = isIP(literal) ? refusedRange(literal) : undefined;
    if (range !== undefined) throw forbidden(url.host, range);
    if (!through) return guarded;
    await refuseForbidden(literal);
    return through;
  };

  const once = async (url: URL, request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> => {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new OutboundError('forbidden address', `${url.protocol}// URLs aren't allowed`);
    const response = await send(url, {
      method: request.method ?? 'GET',
      headers: request.headers ?? {},
      body: request.body ?? null,
      redirect: 'manual',
      dispatcher: await agentFor(url),
      signal,
    });
    const body = request.ignoresBody ? await skim(response.body) : await readBounded(response.body, url.host);
    return { url: url.href, status: response.status, headers: new Headers([...response.headers]), body };
  };

  return {
    /** Whether certificates are verified. */
    verifiesTls: rejectUnauthorized,
    /** @throws OutboundError */
    fetch: async (address: string, request: OutboundRequest = {}): Promise<OutboundResponse> => {
      const milliseconds = timeoutMilliseconds * (request.timeoutFactor ?? 1);
      const signal = AbortSignal.any([
        AbortSignal.timeout(milliseconds),
        ...(request.signal ? [request.signal] : []),
      ]);
      let url = new URL(address);
      const most = request.redirects ?? 0;
      for (let followed = 0; ; followed += 1) {
        const target = url;
        const response = await once(url, request, signal).catch(async (error: unknown) => {
          if (usesProxy(target, proxy)) throw explainProxied(error, target.host, milliseconds / 1000);
          const certificate = isAboutCertificate(codesOf(error))
            ? await readCertificate(target, isAllowed(target) ? lookup : guardedLookup)
            : undefined;
          throw explainConnection(error, target.host, milliseconds / 1000, certificate);
        });
        const location = redirectOf(response);
        if (location === undefined) return response;
        if (followed === most) throw new OutboundError('redirect', tooManyRedirects(target.host, most));
        url = nextAddress(location, url);
      }
    },
    /** Trusts one of our own servers: its certificate and address. @param host with port */
    trust: (host: string, certificatePem: string) => {
      void trusted.get(host)?.close();
      trusted.set(host, new Agent({ connect: { ca: certificatePem } }));
    },
    close: async () => {
      const agents = [guarded, open, ...(proxied ? [proxied] : []), ...trusted.values()];
      await Promise.all(agents.map((agent) => agent.close()));
    },
  };
}

const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    // One forbidden address is enough to reject the name: we don't control which one is used.
    const range = addresses.map(({ address }) => refusedRange(address)).find((found) => found !== undefined);
    const first: LookupAddress | undefined = addresses[0];
    if (range !== undefined || !first) return callback(forbidden(hostname, range ?? 'none'), []);
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

/** Rejects a host that a proxy would reach for us. A name that doesn't resolve here is left to the proxy. */
async function refuseForbidden(hostname: string): Promise<void> {
  if (isIP(hostname)) return;
  await new Promise<void>((resolve, reject) => {
    guardedLookup(hostname, {}, (error) => (error instanceof OutboundError ? reject(error) : resolve()));
  });
}

/** A proxy's own failures come before any of the host's. */
function explainProxied(error: unknown, host: string, timeoutSeconds: number): OutboundError {
  const explained = explainConnection(error, `${host}, through the proxy,`, timeoutSeconds);
  const refused = causesOf(error).find(({ message }) => message.startsWith('Proxy response ('));
  const status = /\((\d+)\)/.exec(refused?.message ?? '')?.[1];
  if (status === undefined) return explained;
  return new OutboundError('unreachable', `the proxy refused to connect to ${host} (${status})`, {
    repair: 'Allow the host at the proxy that HTTPS_PROXY names, or add it to NO_PROXY.',
  });
}

function forbidden(host: string, range: string): OutboundError {
  return new OutboundError(
    'forbidden address',
    `${host} has an address that isn't allowed (${range.replace('linkLocal', 'link-local')}): add the host to OUTBOUND_ALLOW to allow it`,
  );
}

function redirectOf(response: OutboundResponse): string | undefined {
  return response.status >= 300 && response.status < 400
    ? (response.headers.get('location') ?? undefined)
    : undefined;
}

function nextAddress(location: string, from: URL): URL {
  const next = parseUrl(location, from);
  if (!next) throw new OutboundError('redirect', `${from.host} redirects to an invalid URL`);
  if (from.protocol === 'https:' && next.protocol !== 'https:')
    throw new OutboundError('redirect', `${from.host} redirects from https to ${next.protocol.slice(0, -1)}`);
  return next;
}

function tooManyRedirects(host: string, most: number): string {
  return most === 0 ? `${host} returned a redirect` : `${host} redirects more than ${most} times`;
}

async function readBounded(
  stream: AsyncIterable<Uint8Array> | null,
  host: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the download.
  for await (const chunk of stream ?? []) {
    size += chunk.byteLength;
    if (size > maxResponseBytes)
      throw new OutboundError('too large', `${host} returned more than ${maxResponseBytes / 1024} KiB`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Reads a short body, so that the connection can be used again, and gives up on a longer or broken one. */
async function skim(stream: AsyncIterable<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer>> {
  let size = 0;
  try {
    for await (const chunk of stream ?? []) {
      size += chunk.byteLength;
      if (size > skimmedBytes) break;
    }
  } catch {
    // The status has arrived, and nothing else counts.
  }
  return new Uint8Array();
}
