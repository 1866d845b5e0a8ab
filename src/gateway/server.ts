import { randomUUID } from 'node:crypto';
import zlib from 'node:zlib';
import compress from '@fastify/compress';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { cookieName, sessionCookie } from '../contract/access/authentication.ts';
import type { GatewayInfo } from '../contract/gateway.ts';
import { buildService } from '../service/app.ts';
import { newCounts, type ServiceOptions } from '../service/service.ts';
import { Unavailable } from '../service/domain/unavailable.ts';
import type { Outbound } from '../service/outbound/outbound.ts';
import type { Database } from '../service/store/database/database.ts';
import { isOutOfConnections } from '../service/store/database/unavailability.ts';
import { activityLog } from './activity-log.ts';
import { closeGracefully, endUnread } from './close-connections.ts';
import { hostInUrl, type Config } from './config.ts';
import { watchClock } from './clock-watch.ts';
import { serveConsole } from './console-files.ts';
import { handleErrors, handleMalformedRequest, handleMalformedUrl, readJson } from './errors.ts';
import { normalizeForwarded, noticeForwarded } from './requests/forwarded-address.ts';
import { metricsRefusal } from './metrics-access.ts';
import { oidcMetadataRoute } from './oidc-metadata.ts';
import { ownRoutes } from './own-routes.ts';
import { findRefusal, sendRefusal } from './requests/refusal.ts';
import { forwardToRemote } from './remote/remote.ts';
import type { RemoteTimeouts } from './remote/remote-client.ts';
import { setHeaders, type EveryResponse } from './security.ts';
import { clearCookies } from './remote/set-cookie.ts';
import { followTlsFiles, readCertificate, type OnReload } from './tls-files.ts';

export interface GatewayOptions {
  config: Config;
  productVersion: string;
  /** For the embedded service; undefined with a remote one. */
  embedded?: Pick<ServiceOptions, 'database' | 'secretKey' | 'queueMilliseconds'>;
  /** Guarded requests to OIDC providers; its owner closes it. */
  outbound: Outbound;
  alerts?: ServiceOptions['alerts'];
  demoSignIns: GatewayInfo['demo_sign_ins'];
  /** `dist/console`; without it, no page is served (tests). */
  consoleFolder?: string;
  /** The Lab's scenarios, applied to API requests (demo only). */
  lab?: { register(app: FastifyInstance): void; version(): string | undefined };
  /** Whether an undeclared error status becomes a 500 (tests). */
  strict?: boolean;
  /** Called with a function that reads certificates again. */
  onReload?: OnReload;
  /** Whether the demo's users are still being created. */
  isFilling?: () => boolean;
  /** Timeouts for the remote service (tests). */
  patience?: RemoteTimeouts;
}

/** The gateway's public URL. @param port the actual port, if `PORT` is 0 */
export function publicUrl(config: Config, port = config.PORT): URL {
  const scheme = config.TLS_CERT ? 'https' : 'http';
  const host = ['127.0.0.1', '0.0.0.0', '::'].includes(config.HOST) ? 'localhost' : config.HOST;
  return new URL(config.PUBLIC_URL ?? `${scheme}://${hostInUrl(host)}:${port}`);
}

/** Builds the gateway; it doesn't listen yet, and doesn't close the database. */
export async function buildGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const { config, embedded } = options;
  const overTls = publicUrl(config).protocol === 'https:';
  const every = { overTls, productVersion: options.productVersion };
  const app = createApp(config, every);
  const ignoresForwarded = config.TRUST_PROXY ? () => false : noticeForwarded(app);
  const clock = embedded && watchClock(embedded.database, (sentence) => app.log.warn(sentence));
  app.addHook('onClose', () => clock?.stop());
  const address = () => publicUrl(config, portOf(app) ?? config.PORT);
  const counts = newCounts();
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(reply, every);
    // For a proxy in front, which passed it on: services have other schemes (docs/api.md, "Authentication").
    if (/^basic\b/i.test(request.headers.authorization ?? '')) delete request.headers.authorization;
    const refusal = findRefusal(request, address(), config.demo);
    if (refusal) void sendRefusal(reply, refusal);
    else done();
  });
  const isLast = closeGracefully(app);
  handleErrors(app);
  readJson(app);
  options.lab?.register(app);
  await app.register(compress, {
    threshold: 1024,
    // The service rejects compressed requests itself.
    globalDecompression: false,
    // A page of the tree takes a few milliseconds, and as a stream more than twice as long.
    syncThreshold: 2 * 1024 * 1024,
    // Quality 4 takes more than twice as long and makes a page 0 to 20 % smaller.
    brotliOptions: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } },
  });
  const remote = config.SERVICE_URL
    ? await forwardToRemote(app, {
        config: { ...config, SERVICE_URL: config.SERVICE_URL },
        overTls,
        isLast,
        timeouts: options.patience,
      })
    : undefined;
  const certificateExpiresAt = followTlsFiles(app, config, {
    onReload: options.onReload,
    onAuthority: (ca) => remote?.trust(ca),
  });
  if (embedded) {
    const service = {
      ...embedded,
      outbound: options.outbound,
      baseUrl: () => `${address().origin}/api`,
      version: () => options.lab?.version() ?? config.SERVICE_VERSION,
      extensions: config.SERVICE_EXTENSIONS,
      secureCookies: overTls,
      jobStatusTtlSeconds: config.JOB_STATUS_TTL,
      activityDays: config.ACTIVITY_DAYS,
      ...(options.alerts ? { alerts: options.alerts } : {}),
      // Each look shows within a minute.
      ...(config.demo ? { watchHourMilliseconds: 5_000 } : {}),
      ...(config.ACTIVITY_LOG ? { onActivity: activityLog(app.log) } : {}),
      strict: options.strict ?? false,
      counts,
    };
    await app.register(buildService(service), { prefix: '/api' });
  }
  ownRoutes(app, {
    info: () => ({
      public_origin: address().origin,
      product_version: options.productVersion,
      mode: remote ? 'remote' : 'embedded',
      service_host: remote?.host ?? '',
      service_tls: tlsOf(config),
      certificate_expires_at: certificateExpiresAt()?.toISOString() ?? '',
      ignores_forwarded: ignoresForwarded(),
      // A custom password is only printed in the terminal: anyone can request this URL.
      demo_sign_ins: config.DEMO_PASSWORD === undefined ? options.demoSignIns : [],
      lab: options.lab !== undefined,
    }),
    unreadyBecause: shared(async () => {
      if (options.isFilling?.()) return 'the demo is still being prepared';
      return remote ? remote.unreadyBecause() : unreadyBecause(embedded?.database);
    }),
    clockProblem: () => clock?.problem(),
    counts,
    certificateExpiresAt,
    // A remote service's cookies have unknown names. Signing out of another service on this host, or of a sign-in proxy, does
    // less harm than staying signed in.
    clearing: ({ headers }) =>
      clearCookies(remote ? (headers.cookie ?? '') : cookieName(sessionCookie, overTls), overTls),
    metricsRefusal: (request) => metricsRefusal(request, config),
  });
  oidcMetadataRoute(app, options.outbound, remote === undefined);
  if (options.consoleFolder)
    await serveConsole(app, options.consoleFolder, () => address().host, {
      overTls,
      remote: remote !== undefined,
    });
  return app;
}

export function portOf(app: FastifyInstance): number | undefined {
  const bound = app.server.address();
  return typeof bound === 'object' && bound ? bound.port : undefined;
}

function tlsOf({ SERVICE_URL, SERVICE_INSECURE_TLS }: Config): GatewayInfo['service_tls'] {
  if (!SERVICE_URL?.startsWith('https:')) return 'none';
  return SERVICE_INSECURE_TLS ? 'not verified' : 'verified';
}

/** The time limit for receiving a request, as Node's default; Fastify has none. */
const requestMilliseconds = 5 * 60 * 1000;

/** We respond ourselves, with an explanation, to requests without a host. */
const parsing = { requireHostHeader: false };

function createApp(config: Config, every: EveryResponse): FastifyInstance {
  const certificate = readCertificate(config)?.pair;
  const app = fastify({
    logger: logOptions(config) as { level: string } & Partial<FastifyBaseLogger>,
    trustProxy: config.TRUST_PROXY ?? false,
    genReqId: (request) => saneId(request.headers['x-request-id']) ?? randomUUID(),
    // As long as headers may be: routes decide whether a path exists.
    routerOptions: { maxParamLength: 16_384 },
    forceCloseConnections: 'idle',
    // `closeGracefully` responds to them like to every error.
    return503OnClosing: false,
    requestTimeout: requestMilliseconds,
    frameworkErrors: handleMalformedUrl(every),
    clientErrorHandler: handleMalformedRequest(every.productVersion),
    // Routes and the remote service get a path, also from clients that take us for a proxy (RFC 9112 section 3.2.2).
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/'),
    ...(certificate ? { https: { ...certificate, ...parsing } } : { http: parsing }),
  });
  // `findRefusal` limits them; Node would drop the rest.
  app.server.maxHeadersCount = 0;
  endUnread(app.server);
  if (config.TRUST_PROXY) app.server.prependListener('request', normalizeForwarded);
  return app;
}

function saneId(id: string | string[] | undefined): string | undefined {
  return typeof id === 'string' && /^[\w-]{8,64}$/.test(id) ? id : undefined;
}

/** Why no one can sign in; undefined if there are users, and the database stores what a sign-in writes. */
async function unreadyBecause(database: Database | undefined): Promise<string | undefined> {
  const tryOn = async (db: Database['db'] | undefined) => {
    const user = await db?.selectFrom('users').select('id').limit(1).executeTakeFirst();
    if (!user) return 'there are no users';
    const value = new Date().toISOString();
    await db
      ?.insertInto('service_facts')
      .values({ name: 'ready', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    return undefined;
  };
  try {
    return await tryOn(database?.probe).catch((error: unknown) => {
      // Requests share the connections that they have.
      if (error instanceof Unavailable && isOutOfConnections(error.cause)) return tryOn(database?.db);
      throw error;
    });
  } catch (error) {
    return error instanceof Unavailable ? error.message : 'the database rejects writes';
  }
}

/** Has concurrent callers share one check, because anyone can ask for it. */
function shared<Result>(check: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => (running ??= check().finally(() => (running = undefined)));
}

/** C1 control characters and Unicode's line breaks: JSON allows them, but some readers of logs break lines or worse. */
const unsafe = /[\u007F-\u009F\u2028\u2029]/g;

/** How the gateway logs: one JSON object per line for every reader, in characters that terminals don't interpret. */
export function logOptions(config: Pick<Config, 'LOG_LEVEL' | 'demo'>) {
  return {
    level: config.LOG_LEVEL ?? (config.demo ? 'warn' : 'info'),
    // URLs without their query, and no headers: codes, cookies and keys stay out of the log.
    serializers: {
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        path: request.url.split('?')[0],
        address: request.ip,
      }),
    },
    hooks: {
      streamWrite: (line: string) =>
        line.replace(unsafe, (found) => String.raw`\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`),
    },
  };
}
