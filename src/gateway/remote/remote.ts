import { readFileSync } from 'node:fs';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { Agent, request as send } from 'undici';
import type { Config } from '../config.ts';
import { explainFailure } from './remote-failure.ts';
import { responseHeaders, requestHeaders } from './remote-headers.ts';
import { clearingCookie, clearingSession } from './set-cookie.ts';

/** The gateway's view of a remote service. */
export interface RemoteService {
  host: string;
  /** Whether users can sign in: it responds without an internal error. */
  isReady(): Promise<boolean>;
  /** Clears the cookies that it has set through this gateway: the beginnings of `Set-Cookie` headers. */
  clearing: ReadonlySet<string>;
}

/** Timeouts for the service. */
export interface RemoteTimeouts {
  connectMilliseconds: number;
  responseMilliseconds: number;
}

const defaultTimeouts: RemoteTimeouts = { connectMilliseconds: 5_000, responseMilliseconds: 30_000 };
/** More than any service sets: limits memory if a service makes up a new name for every cookie. */
const maxCookies = 20;

/** Forwards `/api/*` to a remote service. */
export async function forwardToRemote(
  app: FastifyInstance,
  config: Config & { SERVICE_URL: string },
  overTls: boolean,
  { connectMilliseconds, responseMilliseconds } = defaultTimeouts,
): Promise<RemoteService> {
  const base = new URL(config.SERVICE_URL);
  const connect = {
    timeout: connectMilliseconds,
    rejectUnauthorized: !config.SERVICE_INSECURE_TLS,
    ...(config.SERVICE_CA ? { ca: readFileSync(config.SERVICE_CA) } : {}),
  };
  const agent = new Agent({
    connect,
    headersTimeout: responseMilliseconds,
    bodyTimeout: responseMilliseconds,
  });
  app.addHook('onClose', () => agent.close());
  const clearing = new Set([clearingSession(false), clearingSession(true)]);
  const basePath = base.pathname.replace(/\/$/, '');

  await app.register(httpProxy, {
    upstream: base.origin,
    prefix: '/api',
    rewritePrefix: basePath || '/',
    undici: agent,
    // Its log lines contain full URLs with their queries.
    disableRequestLogging: true,
    // `Location` contains an API path, as in JSON.
    internalRewriteLocationHeader: false,
    replyOptions: {
      // A 503 is passed on immediately: the console decides when to retry.
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => requestHeaders(headers, request.ip),
      rewriteHeaders: (headers) => {
        const ours = responseHeaders(headers, basePath, overTls);
        for (const cookie of ours['set-cookie'] ?? []) {
          if (clearing.size < maxCookies) clearing.add(clearingCookie(cookie));
        }
        return ours;
      },
      onError: (reply, { error }) => {
        const { status, sentence } = explainFailure(error, base.host);
        reply.log.warn({ code: status, service: base.host }, sentence);
        void reply
          .status(status)
          .type('application/json; charset=utf-8')
          .header('Cache-Control', 'no-store')
          .send(JSON.stringify({ detail: [sentence] }));
      },
    },
  });
  const isReady = async () => {
    try {
      const response = await send(`${base.origin}${basePath}/authentication`, {
        dispatcher: agent,
        headers: { accept: 'application/json' },
        headersTimeout: Math.min(connectMilliseconds, responseMilliseconds),
      });
      await response.body.dump();
      return response.statusCode < 500;
    } catch {
      return false;
    }
  };
  return { host: base.host, isReady, clearing };
}
