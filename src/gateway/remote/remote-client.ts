import { buildConnector, Pool, type Dispatcher } from 'undici';
import { connectThrough } from '../../service/outbound/connect-through.ts';
import { hostBehind, usesProxy } from '../../service/outbound/proxy.ts';
import { withoutContinue } from '../../service/outbound/without-continue.ts';
import { proxyIn, type Config } from '../config.ts';
import { readAuthority } from '../tls-files.ts';

export interface RemoteTimeouts {
  connectMilliseconds: number;
  /** Of silence, before and during the response. */
  responseMilliseconds: number;
}

export interface RemoteRequest {
  method: string;
  /** Path with query, below the origin. */
  path: string;
  headers: Record<string, string | string[]>;
  /** Absent if the request has none. undici frames what it reads from it. */
  body?: AsyncIterable<unknown> | Buffer | undefined;
  /** Of silence, in milliseconds, instead of the client's. */
  timeout?: number;
  /** Aborts the request; also used for its time limit, because a second signal takes as long as the rest. */
  aborting?: AbortController;
}

/** The service's final response; its body has to be read or destroyed. */
export type RemoteResponse = Dispatcher.ResponseData;

/**
 * Creates a client that sends requests to one origin over kept connections.
 * @throws StartError if `SERVICE_CA` can't be used
 */
export function createRemoteClient(url: URL, config: Config, timeouts: RemoteTimeouts) {
  const { origin } = url;
  const configured = proxyIn(config);
  const proxy = usesProxy(url, configured) ? configured : undefined;
  const rejectUnauthorized = !config.SERVICE_INSECURE_TLS;
  const poolTrusting = (authority: Buffer | undefined): Dispatcher => {
    const timeout = timeouts.connectMilliseconds;
    const tls = { rejectUnauthorized, timeout, ...(authority ? { ca: authority } : {}) };
    const connect = proxy ? connectThrough(proxy, tls) : buildConnector(tls);
    return new Pool(origin, {
      connect: withoutContinue(connect),
      bodyTimeout: timeouts.responseMilliseconds,
    });
  };
  let pool = poolTrusting(config.SERVICE_CA ? readAuthority(config.SERVICE_CA) : undefined);

  const once = async ({ timeout = timeouts.responseMilliseconds, ...given }: RemoteRequest) => {
    const { aborting = new AbortController(), ...request } = given;
    let timer: NodeJS.Timeout | undefined;
    try {
      const response = await pool.request({
        ...request,
        origin,
        // undici also takes iterables, which its types don't say.
        body: (request.body ?? null) as null,
        method: request.method,
        signal: aborting.signal,
        headersTimeout: timeout,
        // Each informational response restarts undici's time limit.
        onInfo: () => (timer ??= setTimeout(() => aborting.abort(timedOut()), timeout)),
      });
      const { statusCode } = response;
      if (statusCode <= 599 && statusCode !== 407 && !repeated.has(statusCode)) return response;
      response.body.on('error', () => undefined).destroy();
      throw Object.assign(new Error('unusable status'), { code: codeOf(statusCode) });
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    /** The service's host in errors. */
    host: hostBehind(url, proxy),
    /**
     * Sends a request, and an idempotent one again if the service closes the connection before responding, as it may do with
     * an idle one at any time (RFC 9112 section 9.3.1).
     * @throws if there's no final response with a status from 200 to 599, or one that browsers wouldn't show
     */
    send: (request: RemoteRequest): Promise<RemoteResponse> =>
      once(request).catch((error: NodeJS.ErrnoException) => {
        // A body that's read while it's sent can't be sent again.
        const isKept = request.body === undefined || Buffer.isBuffer(request.body);
        if (isKept && isIdempotent(request.method) && closedCodes.has(error.code)) return once(request);
        throw error;
      }),
    /** Trusts other certificate authorities from the next request on; current ones finish. */
    trust: (authority: Buffer) => {
      void pool.close();
      pool = poolTrusting(authority);
    },
    close: () => pool.destroy(),
  };
}

const closedCodes: ReadonlySet<string | undefined> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Whether a method changes nothing (RFC 9110 section 9.2.1). */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Whether a method may be repeated (RFC 9110 section 9.2.2). */
export function isIdempotent(method: string): boolean {
  return isSafe(method) || method === 'PUT' || method === 'DELETE';
}

/** Statuses after which browsers may repeat a request, even a POST (RFC 9110 sections 15.5.9, 15.5.20; RFC 8470 section 5.2). */
const repeated: ReadonlySet<number> = new Set([408, 421, 425]);

function codeOf(status: number): string {
  // Browsers take 407 for their own proxy's, and show no response.
  if (status === 407) return 'PROXY_AUTHENTICATION';
  return repeated.has(status) ? `STATUS_${status}` : 'HPE_INVALID_STATUS';
}

function timedOut(): Error {
  return Object.assign(new Error('the service took too long'), { code: 'ETIMEDOUT' });
}
