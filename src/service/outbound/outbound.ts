import { setMaxListeners } from 'node:events';
import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import { Agent, buildConnector, fetch as send } from 'undici';
import { refusedRange } from './addresses.ts';
import { connectThrough } from './connect-through.ts';
import { explainConnection, codesOf } from './explain-connection.ts';
import { forbidden, guardLookup } from './guard-lookup.ts';
import { OutboundError } from './outbound-error.ts';
import { hostBehind, usesProxy, type OutgoingProxy } from './proxy.ts';
import { isAboutCertificate, readCertificate } from './tls-failure.ts';
import { withoutContinue } from './without-continue.ts';
import { parseUrl } from '../../contract/urls.ts';

export interface OutboundOptions {
  /** Hosts, or `host:port`, allowed at any address (`OUTBOUND_ALLOW`). */
  allow?: readonly string[];
  /** Accepts any certificate (`OUTBOUND_INSECURE_TLS`); for tests only. */
  insecureTls?: boolean;
  timeoutMilliseconds?: number;
  /** For https URLs; the target is still checked. */
  proxy?: OutgoingProxy | undefined;
}

export interface OutboundResponse {
  /** After redirects. */
  url: string;
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

export interface OutboundRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** None by default. */
  redirects?: number;
  timeoutFactor?: number;
  signal?: AbortSignal;
  /** Whether only the status counts: of the body, only about the first 4 kB are read, as far as they arrive. */
  ignoresBody?: boolean;
}

type Certified = { ends?: Date; failure?: OutboundError };

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
  const agentWith = (connect: buildConnector.connector) => ({
    agent: new Agent({ connect: withoutContinue(connect) }),
    connect,
  });
  // Without sessions: a resumed one has the certificate of the first connection.
  const tls = { rejectUnauthorized, maxCachedSessions: 0 };
  const direct = {
    open: agentWith(buildConnector(tls)),
    guarded: agentWith(buildConnector({ lookup: guardedLookup, ...tls })),
  };
  // The proxy gets most of the time, so that it's named if it takes longer.
  const timeout = Math.ceil(timeoutMilliseconds * 0.8);
  const tunnel = proxy && connectThrough(proxy, { ...tls, timeout });
  const proxied = tunnel && { open: agentWith(tunnel), guarded: agentWith(guardTunnel(tunnel)) };
  const trusted = new Map<string, ReturnType<typeof agentWith>>();
  const proxyFor = (url: URL) => (!trusted.has(url.host) && usesProxy(url, proxy) ? proxy : undefined);
  const isAllowed = (url: URL) => allow.includes(url.hostname) || allow.includes(url.host);

  const agentFor = (url: URL) => {
    const own = trusted.get(url.host);
    if (own) return own;
    const agents = (proxyFor(url) && proxied) ?? direct;
    if (isAllowed(url)) return agents.open;
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    // IP addresses aren't looked up, so the lookup can't reject them.
    const range = isIP(literal) ? refusedRange(literal) : undefined;
    if (range !== undefined) throw forbidden(url.host, range);
    return agents.guarded;
  };

  const once = async (url: URL, request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> => {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new OutboundError('forbidden address', `${url.protocol}// URLs aren't allowed`);
    const response = await send(url, {
      method: request.method ?? 'GET',
      headers: request.headers ?? {},
      body: request.body ?? null,
      redirect: 'manual',
      dispatcher: agentFor(url).agent,
      signal,
    });
    const body = request.ignoresBody ? await skim(response.body) : await readBounded(response.body, url.host);
    return { url: url.href, status: response.status, headers: new Headers([...response.headers]), body };
  };

  /** Why a connection failed, and the host's certificate if that's why. */
  const explain = async (error: unknown, target: URL, milliseconds: number) => {
    const between = proxyFor(target);
    const certificate =
      isAboutCertificate(codesOf(error)) && !between
        ? await readCertificate(target, isAllowed(target) ? lookup : guardedLookup)
        : undefined;
    const failure = explainConnection(error, hostBehind(target, between), milliseconds / 1000, certificate);
    return { failure, certificate };
  };

  const certificateOf = (url: URL, signal: AbortSignal) =>
    new Promise<PeerCertificate>((resolve, reject) => {
      const { host, protocol, port } = url;
      const hostname = url.hostname.replace(/^\[|\]$/g, '');
      signal.throwIfAborted();
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      agentFor(url).connect({ hostname, host, protocol, port }, (error, socket) => {
        if (error) return reject(error);
        resolve((socket as TLSSocket).getPeerCertificate());
        // A server may reset a connection that nothing is sent on.
        socket.on('error', () => undefined).destroy();
      });
    });

  return {
    /** When the certificate of an https URL's host ends, and why there can be no connection, if that's so. */
    certificate: async (address: string, stopping?: AbortSignal): Promise<Certified> => {
      const url = new URL(address);
      const signal = within(timeoutMilliseconds, stopping);
      try {
        return endOf(await certificateOf(url, signal));
      } catch (error) {
        const { failure, certificate } = await explain(error, url, timeoutMilliseconds);
        return { ...endOf(certificate), failure };
      }
    },
    verifiesTls: rejectUnauthorized,
    /** @throws OutboundError */
    fetch: async (address: string, request: OutboundRequest = {}): Promise<OutboundResponse> => {
      const milliseconds = timeoutMilliseconds * (request.timeoutFactor ?? 1);
      const signal = within(milliseconds, request.signal);
      let url = new URL(address);
      const most = request.redirects ?? 0;
      for (let followed = 0; ; followed += 1) {
        const target = url;
        const response = await once(url, request, signal).catch(async (error: unknown) => {
          throw (await explain(error, target, milliseconds)).failure;
        });
        const location = redirectOf(response);
        if (location === undefined) return response;
        if (followed === most) throw new OutboundError('redirect', tooManyRedirects(target.host, most));
        url = nextAddress(location, url);
      }
    },
    /** Trusts one of our own servers: its certificate and address. @param host with port */
    trust: (host: string, certificatePem: string) => {
      void trusted.get(host)?.agent.close();
      trusted.set(host, agentWith(buildConnector({ ...tls, ca: certificatePem })));
    },
    close: async () => {
      const agents = [direct, proxied ?? {}, Object.fromEntries(trusted)].flatMap((each) =>
        Object.values(each),
      );
      await Promise.all(agents.map(({ agent }) => agent.close()));
    },
  };
}

/** Not `AbortSignal.any`: a timeout in it is lost if it's garbage collected, which listeners prevent (nodejs/node issue 57736). */
function within(milliseconds: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(milliseconds);
  const either = new AbortController();
  const follow = (source: AbortSignal) => () => either.abort(source.reason);
  timeout.addEventListener('abort', follow(timeout));
  if (signal?.aborted) either.abort(signal.reason);
  // Each request of a job listens until its time is over: more than 10 listeners aren't a leak.
  if (signal) setMaxListeners(0, signal);
  signal?.addEventListener('abort', follow(signal), { signal: timeout });
  return either.signal;
}

const guardedLookup = guardLookup(lookup);

function endOf(certificate: PeerCertificate | undefined): { ends?: Date } {
  const ends = new Date(certificate?.valid_to ?? '');
  return Number.isNaN(ends.getTime()) ? {} : { ends };
}

/** Rejects a host that the proxy would reach for us. A name that doesn't resolve here is left to the proxy. */
function guardTunnel(connect: buildConnector.connector): buildConnector.connector {
  return (target, callback) =>
    guardedLookup(target.hostname, {}, (error) =>
      error instanceof OutboundError ? callback(error, null) : connect(target, callback),
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
  if (next.username || next.password)
    throw new OutboundError('redirect', `${from.host} redirects to a URL with credentials`);
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
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream ?? []) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > skimmedBytes) break;
    }
  } catch {
    // The status has arrived, and nothing else counts.
  }
  return new Uint8Array(Buffer.concat(chunks));
}
