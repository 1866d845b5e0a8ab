import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { sendRefusal } from '../requests/refusal.ts';
import { RedirectError, redirectTarget, leavesBase } from './redirects.ts';
import {
  createRemoteClient,
  isSafe,
  type RemoteRequest,
  type RemoteResponse,
  type RemoteTimeouts,
} from './remote-client.ts';
import { explainFailure } from './remote-failure.ts';
import { responseHeaders, requestHeaders } from './remote-headers.ts';

interface RemoteOptions {
  config: Config & { SERVICE_URL: string };
  overTls: boolean;
  /** Whether a request is its connection's last, because the gateway is shutting down. */
  isLast(request: FastifyRequest): boolean;
  timeouts?: RemoteTimeouts | undefined;
}

const defaultTimeouts: RemoteTimeouts = { connectMilliseconds: 5_000, responseMilliseconds: 30_000 };

const maxRedirects = 5;

/** Forwards `/api/*` to a remote service, as streams of unchanged bytes. */
export async function forwardToRemote(app: FastifyInstance, options: RemoteOptions) {
  const { config, overTls, isLast, timeouts = defaultTimeouts } = options;
  const base = new URL(config.SERVICE_URL);
  const basePath = base.pathname.replace(/\/$/, '');
  const client = createRemoteClient(base, config, timeouts);
  app.addHook('onClose', () => client.close());

  /**
   * Sends a request, and follows redirects of reads below the base URL.
   * @param path below the base URL
   * @returns the response, and the path below the base URL that it redirects a write to
   */
  const send = async (path: string, request: Omit<RemoteRequest, 'path'>, hops = 0) => {
    const fullPath = `${basePath}${path}`;
    const response = await client.send({ ...request, path: fullPath });
    try {
      const { statusCode, headers } = response;
      const location = navigates.test(path)
        ? undefined
        : redirectTarget(statusCode, headers['location'], fullPath, base);
      if (location === undefined || !isSafe(request.method)) return { response, location };
      if (hops === maxRedirects) throw new RedirectError('redirects too often');
      await response.body.dump();
      return await send(location || '/', request, hops + 1);
    } catch (error) {
      response.body.on('error', () => undefined).destroy();
      throw error;
    }
  };

  const respond = (response: RemoteResponse, location: string | undefined, reply: FastifyReply) => {
    const headers = responseHeaders(response.headers, overTls);
    let status = response.statusCode;
    if (location !== undefined) {
      headers['location'] = `/api${location}`;
      status = keepingMethod.get(status) ?? status;
    }
    const { raw } = reply;
    const closing = isLast(reply.request) ? { connection: 'close' } : {};
    raw.writeHead(
      status,
      Object.assign<OutgoingHttpHeaders, object, object>({}, reply.getHeaders(), { ...headers, ...closing }),
    );
    reply.hijack();
    pipeline(response.body, raw, () => undefined);
  };

  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    const reject = (sentence: string) => sendRefusal(reply, { status: 400, sentence });
    const path = request.url.slice('/api'.length);
    if (leavesBase(path)) return reject('the path contains .. or .');
    const headers = requestHeaders(request.headers, request.ip, base.host);
    if (!headers) return reject("Connection: can't list Host, Content-Length or Transfer-Encoding");
    const hasBody = announcesBody(request);
    if (hasBody && bodyless.has(request.method)) return reject(`${request.method} can't have a body`);
    const leaving = new AbortController();
    reply.raw.once('close', () => reply.raw.writableEnded || leaving.abort());
    try {
      const { response, location } = await send(path.startsWith('/') ? path : `/${path}`, {
        method: request.method,
        headers,
        // The request isn't destroyed with it: its connection still gets the response.
        body: hasBody ? request.raw.iterator({ destroyOnReturn: false }) : undefined,
        aborting: leaving,
      });
      return respond(response, location, reply);
    } catch (error) {
      const refusal = explainFailure(error as Error, base.host);
      reply.log.warn({ code: refusal.status, service: base.host }, refusal.sentence);
      return sendRefusal(reply, refusal);
    }
  };

  await app.register(async (scope) => {
    // Before the body would be read, so that any type is forwarded.
    scope.addHook('onRequest', async (request, reply) => forward(request, reply));
    for (const url of ['/api', '/api/*']) scope.all(url, () => undefined);
  });

  /** Why users can't sign in; undefined if the service responds without an internal error. */
  const unreadyBecause = async () => {
    try {
      const { response } = await send('/authentication', {
        method: 'GET',
        headers: { host: base.host, accept: 'application/json' },
        timeout: Math.min(timeouts.connectMilliseconds, timeouts.responseMilliseconds),
      });
      await response.body.dump();
      if (response.statusCode < 500) return undefined;
      return `the service at ${base.host} responds with ${response.statusCode}`;
    } catch (error) {
      return explainFailure(error as Error, base.host).sentence;
    }
  };
  return { host: base.host, unreadyBecause, trust: client.trust };
}

/** Browsers go there to sign in through a provider, and are redirected to it and back. */
const navigates = /^\/oidc_logins\/(\d+|callback)(\?|$)/;

/** Browsers repeat a POST as a GET after the others (RFC 9110 section 15.4), whose response looks like success. */
const keepingMethod = new Map([
  [301, 308],
  [302, 307],
]);

/** Methods whose requests have no body that means anything (RFC 9110 section 9.3), as a GET's has none. */
const bodyless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

/** Whether a message has a body (RFC 9112 section 6), and it isn't empty. */
function announcesBody({ headers }: FastifyRequest): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}
