import { readFileSync } from 'node:fs';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { Agent, request as send } from 'undici';
import { sessionCookie } from '../contract/authentication.ts';
import type { Config } from './config.ts';
import { rewriteCookie } from './set-cookie.ts';

/** A remote service, as the gateway knows it. */
export interface RemoteService {
  host: string;
  /** Whether its sign-in would work: it answers, and not with a fault of its own. */
  isReady(): Promise<boolean>;
  /** Names of the cookies that it has set through this gateway. */
  cookieNames: ReadonlySet<string>;
}

const connectMilliseconds = 5_000;
const answerMilliseconds = 30_000;

/** Browser headers that speak of the console's own origin: the service would take them for another site's request. */
const notForwarded = new Set([
  'origin',
  'referer',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'sec-fetch-user',
]);

/** Forwards `/api/*` to a remote service. */
export async function forwardToRemote(
  app: FastifyInstance,
  config: Config & { SERVICE_URL: string },
  overTls: boolean,
): Promise<RemoteService> {
  const base = new URL(config.SERVICE_URL);
  const connect = {
    timeout: connectMilliseconds,
    rejectUnauthorized: !config.SERVICE_INSECURE_TLS,
    ...(config.SERVICE_CA ? { ca: readFileSync(config.SERVICE_CA) } : {}),
  };
  const agent = new Agent({ connect, headersTimeout: answerMilliseconds, bodyTimeout: answerMilliseconds });
  app.addHook('onClose', () => agent.close());
  const cookieNames = new Set([sessionCookie]);
  const basePath = base.pathname.replace(/\/$/, '');

  await app.register(httpProxy, {
    upstream: base.origin,
    prefix: '/api',
    rewritePrefix: basePath || '/',
    undici: agent,
    replyOptions: {
      rewriteRequestHeaders: (_request, headers) =>
        Object.fromEntries(Object.entries(headers).filter(([name]) => !notForwarded.has(name))),
      rewriteHeaders: (headers) => {
        const { 'set-cookie': cookies, ...rest } = headers;
        const list = cookies === undefined ? [] : [cookies].flat();
        for (const cookie of list) cookieNames.add(cookie.split('=')[0]?.trim() ?? '');
        return {
          ...rest,
          'cache-control': 'no-store',
          ...(list.length > 0
            ? { 'set-cookie': list.map((cookie) => rewriteCookie(cookie, basePath, overTls)) }
            : {}),
        };
      },
      onError: (reply, { error }) => {
        const { status, sentence } = explain(error, base.host);
        reply.log.warn({ code: status, service: base.host }, sentence);
        void reply
          .status(status)
          .type('application/json; charset=utf-8')
          .send(JSON.stringify({ detail: [sentence] }));
      },
    },
  });
  const isReady = async () => {
    try {
      const response = await send(`${base.origin}${basePath}/authentication`, {
        dispatcher: agent,
        headersTimeout: connectMilliseconds,
      });
      await response.body.dump();
      return response.statusCode < 500;
    } catch {
      return false;
    }
  };
  return { host: base.host, isReady, cookieNames };
}

const certificateCodes = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|ERR_SSL|EPROTO)/;

/** What went wrong on the way to the service, where, and with which status it is told. */
function explain(error: Error, host: string): { status: 502 | 504; sentence: string } {
  const codes = [error, error.cause].flatMap((cause) =>
    cause instanceof Error && 'code' in cause ? [String(cause.code)] : [],
  );
  const has = (...names: string[]) => names.some((name) => codes.includes(name));
  if (
    has(
      'UND_ERR_HEADERS_TIMEOUT',
      'UND_ERR_BODY_TIMEOUT',
      'UND_ERR_CONNECT_TIMEOUT',
      'ETIMEDOUT',
      'FST_REPLY_FROM_GATEWAY_TIMEOUT',
    )
  ) {
    return { status: 504, sentence: `the service at ${host} did not answer in time` };
  }
  const certificate = codes.find((code) => certificateCodes.test(code));
  if (certificate) {
    return {
      status: 502,
      sentence: `the TLS certificate of the service at ${host} is not trusted (${certificate}): set SERVICE_CA`,
    };
  }
  if (has('ECONNREFUSED')) return { status: 502, sentence: `the service at ${host} refuses the connection` };
  if (has('ENOTFOUND', 'EAI_AGAIN'))
    return { status: 502, sentence: `the name of the service ${host} cannot be resolved` };
  return {
    status: 502,
    sentence: `the service at ${host} cannot be reached (${codes[0] ?? error.name}: ${error.message})`,
  };
}
