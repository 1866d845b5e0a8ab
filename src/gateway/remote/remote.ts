import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { sendRefusal } from '../requests/refusal.ts';
import { RedirectError, redirectTarget, leavesBase } from './redirects.ts';
import {
  createRemoteClient,
  isIdempotent,
  isSafe,
  type RemoteRequest,
  type RemoteResponse,
  type RemoteTimeouts,
} from './remote-client.ts';
import { explainFailure } from './remote-failure.ts';
import { responseHeaders, requestHeaders } from './remote-headers.ts';
import { withCookies } from './set-cookie.ts';

/** A response, the path that it redirects a write to, and the cookies that it and redirects before it set. */
interface Answer {
  response: RemoteResponse;
  location: string | undefined;
  cookies: string[];
}

interface RemoteOptions {
  config: Config & { SERVICE_URL: string };
  overTls: boolean;
  /** Whether a request is its connection's last, because the gateway is shutting down. */
  isLast(): boolean;
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
   * @param earlier cookies that the redirects have set
   * @returns the response, the path below the base URL that it redirects a write to, and all cookies
   */
  const send = async (
    path: string,
    request: Omit<RemoteRequest, 'path'>,
    hops = 0,
    earlier: string[] = [],
  ): Promise<Answer> => {
    const fullPath = `${basePath}${path}`;
    const response = await client.send({ ...request, path: fullPath });
    try {
      const { statusCode, headers } = response;
      const cookies = [...earlier, headers['set-cookie'] ?? []].flat();
      const location = navigates.test(path)
        ? undefined
        : redirectTarget(statusCode, headers['location'], fullPath, base);
      if (location === undefined || !isSafe(request.method)) return { response, location, cookies };
      if (hops === maxRedirects) throw new RedirectError('redirects too often');
      await response.body.dump();
      const cookie = withCookies([request.headers['cookie'] ?? ''].flat().join('; '), cookies);
      const { cookie: _, ...others } = request.headers;
      const next = { ...others, ...(cookie === '' ? {} : { cookie }) };
      return await send(location || '/', { ...request, headers: next }, hops + 1, cookies);
    } catch (error) {
      response.body.on('error', () => undefined).destroy();
      throw error;
    }
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
      const answer = await send(path.startsWith('/') ? path : `/${path}`, {
        method: request.method,
        headers,
        body: hasBody ? await bodyOf(request) : undefined,
        aborting: leaving,
      });
      return respond(answer, reply, overTls, isLast());
    } catch (error) {
      const refusal = explainFailure(error as Error, client.host);
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
      return explainFailure(error as Error, client.host).sentence;
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

/** @param isLast whether the response is its connection's last */
function respond(
  { response, location, cookies }: Answer,
  reply: FastifyReply,
  overTls: boolean,
  isLast: boolean,
) {
  const headers = responseHeaders({ ...response.headers, 'set-cookie': cookies }, overTls);
  let status = response.statusCode;
  const isEmpty = status === 204 || status === 304;
  if (isEmpty) delete headers['content-length'];
  if (location !== undefined) {
    headers['location'] = `/api${location}`;
    status = keepingMethod.get(status) ?? status;
  }
  if (isLast) headers['connection'] = 'close';
  const { raw } = reply;
  raw.writeHead(status, Object.assign<OutgoingHttpHeaders, object, object>({}, reply.getHeaders(), headers));
  reply.hijack();
  if (!isEmpty) return void pipeline(response.body, raw, () => undefined);
  // It has no body even if it announces a length (RFC 9110 sections 8.6 and 15.4.5), which undici takes for an error.
  response.body.on('error', () => undefined).resume();
  raw.end();
}

/** Methods whose requests have no body that means anything (RFC 9110 section 9.3), as a GET's has none. */
const bodyless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

/** A small body of a request that may be repeated is read first, to be sent again. */
const mostReadFirst = 64 * 1024;

/** A request's body. The request isn't destroyed with it: its connection still gets the response. */
async function bodyOf({ raw, method }: FastifyRequest): Promise<RemoteRequest['body']> {
  const body: AsyncIterable<Uint8Array> = raw.iterator({ destroyOnReturn: false });
  const length = raw.headers['content-length'];
  if (!isIdempotent(method) || length === undefined || Number(length) > mostReadFirst) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Whether a message has a body (RFC 9112 section 6), and it isn't empty. */
function announcesBody({ headers }: FastifyRequest): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}
