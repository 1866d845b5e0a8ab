import { readFileSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { sendRefusal } from '../refusal.ts';
import { createRemoteClient, type RemoteTimeouts } from './remote-client.ts';
import { explainFailure } from './remote-failure.ts';
import { responseHeaders, requestHeaders } from './remote-headers.ts';
import { clearingCookie, clearingSession } from './set-cookie.ts';

interface RemoteOptions {
  config: Config & { SERVICE_URL: string };
  overTls: boolean;
  /** Whether the gateway is shutting down, so that connections end with their current response. */
  isClosing(): boolean;
  timeouts?: RemoteTimeouts | undefined;
}

const defaultTimeouts: RemoteTimeouts = { connectMilliseconds: 5_000, responseMilliseconds: 30_000 };
/** More than any service sets: limits memory if a service makes up a new name for every cookie. */
const maxCookies = 20;

/** Forwards `/api/*` to a remote service, as streams of unchanged bytes. */
export async function forwardToRemote(app: FastifyInstance, options: RemoteOptions) {
  const { config, overTls, isClosing, timeouts = defaultTimeouts } = options;
  const base = new URL(config.SERVICE_URL);
  const basePath = base.pathname.replace(/\/$/, '');
  const client = createRemoteClient(base, {
    timeouts,
    rejectUnauthorized: !config.SERVICE_INSECURE_TLS,
    ...(config.SERVICE_CA ? { ca: readFileSync(config.SERVICE_CA) } : {}),
  });
  app.addHook('onClose', () => client.close());
  /** Clear the cookies that it has set through this gateway: the beginnings of `Set-Cookie` headers. */
  const clearing = new Set([clearingSession(false), clearingSession(true)]);

  const respond = (response: IncomingMessage, reply: FastifyReply) => {
    const headers = responseHeaders(response.headers, basePath, overTls);
    for (const cookie of headers['set-cookie'] ?? []) {
      if (clearing.size < maxCookies) clearing.add(clearingCookie(cookie));
    }
    reply.hijack();
    const { raw } = reply;
    response.once('error', () => raw.destroy());
    const closing = isClosing() ? { connection: 'close' } : {};
    raw.writeHead(
      response.statusCode ?? 502,
      Object.assign<OutgoingHttpHeaders, object, object>({}, reply.getHeaders(), { ...headers, ...closing }),
    );
    response.pipe(raw);
  };

  const forward = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.slice('/api'.length);
    if (dotSegment.test(path))
      return sendRefusal(reply, { status: 400, sentence: 'the path contains .. or .' });
    const abort = client.send({
      method: request.method,
      path: `${basePath}${path.startsWith('/') ? '' : '/'}${path}`,
      headers: requestHeaders(request.headers, request.ip, base.host),
      ...(hasBody(request) ? { body: request.raw } : {}),
      onResponse: (response) => respond(response, reply),
      onFailure: (error) => {
        const refusal = explainFailure(error, base.host);
        reply.log.warn({ code: refusal.status, service: base.host }, refusal.sentence);
        void sendRefusal(reply, refusal);
      },
    });
    reply.raw.once('close', () => reply.raw.writableFinished || abort());
    return undefined;
  };

  await app.register(async (scope) => {
    // Before the body would be read, so that any type is forwarded.
    scope.addHook('onRequest', (request, reply) => void forward(request, reply));
    for (const url of ['/api', '/api/*']) scope.all(url, () => undefined);
  });

  /** Whether users can sign in: it responds without an internal error. */
  const isReady = () =>
    new Promise<boolean>((resolve) => {
      client.send({
        method: 'GET',
        path: `${basePath}/authentication`,
        headers: { host: base.host, accept: 'application/json' },
        timeout: Math.min(timeouts.connectMilliseconds, timeouts.responseMilliseconds),
        onResponse: (response) => {
          response.on('error', () => undefined).resume();
          resolve((response.statusCode ?? 502) < 500);
        },
        onFailure: () => resolve(false),
      });
    });
  return { host: base.host, isReady, clearing };
}

/** With it, a path could leave the service's base URL. */
const dotSegment = /\/(\.|%2e){1,2}([/?#]|$)/i;

/** A message has a body exactly if one of these headers says so (RFC 9112 section 6). */
function hasBody({ headers }: FastifyRequest): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
