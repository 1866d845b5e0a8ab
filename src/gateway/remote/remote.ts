import { readFileSync } from 'node:fs';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { Agent, request as send } from 'undici';
import type { Config } from '../config.ts';
import { explainFailure } from './remote-failure.ts';
import { responseHeaders, requestHeaders } from './remote-headers.ts';
import { clearingCookie, clearingSession } from './set-cookie.ts';

/** A remote service, as the gateway knows it. */
export interface RemoteService {
  host: string;
  /** Whether its sign-in would work: it answers, and not with a fault of its own. */
  isReady(): Promise<boolean>;
  /** What clears the cookies that it has set through this gateway: the starts of `Set-Cookie` headers. */
  clearing: ReadonlySet<string>;
}

/** How long the service is waited for. */
export interface RemoteTimeouts {
  connectMilliseconds: number;
  responseMilliseconds: number;
}

const defaultTimeouts: RemoteTimeouts = { connectMilliseconds: 5_000, responseMilliseconds: 30_000 };
/** More than any service sets: a service that names every cookie anew shall not fill the memory. */
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
    // Its lines carry whole addresses, with their queries.
    disableRequestLogging: true,
    // A `Location` holds a path of the API, as paths inside JSON do.
    internalRewriteLocationHeader: false,
    replyOptions: {
      // A 503 is passed on at once: when to ask again is the console's to decide.
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
