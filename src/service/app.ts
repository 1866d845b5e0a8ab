import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { serviceHeader } from '../contract/gateway.ts';
import { endpoints } from '../contract/endpoints.ts';
import { limits } from '../contract/limits.ts';
import { openApiJson } from '../contract/openapi/openapi.ts';
import type { UnitOfWork } from './domain/ports.ts';
import { createAuthenticator } from './domain/access/authenticator.ts';
import { createDevices } from './domain/access/devices.ts';
import { findAlerts } from './domain/alerts/alerts.ts';
import { createDelivery } from './domain/alerts/delivery.ts';
import { pruneLogs } from './domain/activity/pruning.ts';
import { createSecretBox } from './domain/secret-box.ts';
import { sweepSessions } from './domain/access/sessions.ts';
import { bindAllStored } from './domain/oidc/stored-secret.ts';
import { createWatching } from './domain/oidc/watching.ts';
import { activityRoutes } from './http/activity/activity.ts';
import { apiKeyRoutes } from './http/api-keys.ts';
import { authenticationRoutes } from './http/authentication.ts';
import { bindTo } from './http/bind.ts';
import { errorHandler } from './http/error-handler.ts';
import { createGate } from './http/gate.ts';
import { groupRoutes } from './http/groups.ts';
import { jobRoutes } from './http/jobs.ts';
import { otherRoutes } from './http/other-routes.ts';
import { oidcLoginRoutes, signInTestRoutes } from './http/oidc-logins.ts';
import { oidcOpRoutes } from './http/oidc-ops.ts';
import { watchRoutes } from './http/watches.ts';
import { roleRoutes } from './http/roles.ts';
import { sessionRoutes, userRoutes } from './http/users.ts';
import { startRunner } from './jobs/runner.ts';
import { createRelyingParty } from './outbound/relying-party/relying-party.ts';
import { destinationsOf } from './outbound/webhook.ts';
import { createExpressionSandbox } from './sandbox/expression-sandbox.ts';
import { newCounts, type Service, type ServiceOptions } from './service.ts';
import { unitOfWork } from './store/tables/stores.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from './system-clock.ts';

/** More would wait for longer than is useful: 4 for each PostgreSQL connection. */
const queuedRequests = 40;
const queueMillisecondsDefault = 1_000;
const concurrentHashes = 2;
/** About one second's work. */
const queuedHashes = 40;
const queuedRecreations = 10;

const sweepMilliseconds = 10 * 60 * 1000;
const alertMilliseconds = 15 * 1000;
const hourMilliseconds = 60 * 60 * 1000;
const maintainMilliseconds = 60 * 1000;

/**
 * Builds the embedded management service as a Fastify plugin, to be registered under a prefix. It doesn't listen,
 * read the environment, or close the database.
 */
export function buildService(options: ServiceOptions): FastifyPluginAsync {
  return async (app) => {
    const { database, outbound, secretKey, now = systemClock, counts = newCounts() } = options;
    const { version, extensions, secureCookies, baseUrl, activityDays: days = 90 } = options;
    const onRefusal = () => (counts.overloaded += 1);
    const queue = { waitMilliseconds: options.queueMilliseconds ?? queueMillisecondsDefault, onRefusal };
    const activity = { isOn: days > 0, onEntry: options.onActivity ?? (() => undefined) };
    const work = unitOfWork(database.db, now, activity);
    const background = unitOfWork(database.background, now, activity);
    const relyingParty = createRelyingParty(outbound, now);
    const secrets = createSecretBox(secretKey);
    const whenUnbound = logError(app, 'binding a client secret to its endpoint failed');
    await bindAllStored(background.stores.oidcOps, secrets, whenUnbound);
    const runner = startRunner({
      work: background,
      now,
      version,
      statusTtlSeconds: options.jobStatusTtlSeconds,
      instanceId: randomUUID(),
      metadata: relyingParty.metadata,
      secrets,
      isOnlyProcess: database.kind === 'pglite',
      onError: logError(app, 'background job failed'),
    });
    const delivery = createDelivery({
      work: background,
      now,
      host: () => new URL(baseUrl()).host,
      destinations: options.alerts ? destinationsOf(options.alerts) : [],
      onOutcome: ({ id, type }, destination, { received, status, answer }) => {
        counts.alerts[received ? 'delivered' : 'failed'] += 1;
        if (received) return;
        // What a receiver answers is for those who may read it in the console.
        const reason = status === null ? answer : `status ${status}`;
        app.log.warn({ id, type, destination, reason }, "couldn't deliver an alert");
      },
    });
    const sandbox = createExpressionSandbox();
    const service: Service = {
      work,
      authenticator: createAuthenticator({
        stores: work.stores,
        writes: () => database.writes(),
        now,
        version,
      }),
      now,
      version,
      extensions,
      activity: activity.isOn,
      delivery,
      secureCookies,
      secrets,
      devices: createDevices(secretKey),
      relyingParty,
      watchHourMilliseconds: options.watchHourMilliseconds ?? hourMilliseconds,
      sandbox,
      baseUrl,
      redirectUri: () => `${baseUrl()}${endpoints.finishOidcLogin.path}`,
      gate: createGate({ slots: database.concurrentRequests, queued: queuedRequests, ...queue }),
      hashing: createGate({ slots: concurrentHashes, queued: queuedHashes, ...queue }),
      recreations: createGate({ slots: 1, queued: queuedRecreations, ...queue }),
      strict: options.strict ?? false,
      counts,
      wakeJobs: runner.wake,
    };
    const { alerts, watchMilliseconds: pause = alertMilliseconds } = options;
    const stopping = [
      regularly(app, sweepMilliseconds, 'sweeping sessions failed', () =>
        sweepSessions(background.stores, now()),
      ),
      regularly(app, sweepMilliseconds, 'removing old log entries failed', (stop) =>
        pruneLogs(background.stores, days, now(), stop),
      ),
      ...(alerts ? startAlerting(app, alerts, service, background) : []),
      ...(extensions && pause > 0 ? startWatching(app, pause, service, background) : []),
      regularly(app, maintainMilliseconds, 'maintaining the database failed', () => database.maintain()),
    ];
    app.addHook('onClose', async () => {
      await Promise.all([runner.stop(), sandbox.close(), ...stopping.map((stop) => stop())]);
    });
    await serve(app, service);
  };
}

/** Looks for alerts and sends them. @returns how to stop each of its loops */
function startAlerting(
  app: FastifyInstance,
  alerts: NonNullable<ServiceOptions['alerts']>,
  { now, delivery }: Service,
  background: UnitOfWork,
) {
  const pause = alerts.pollMilliseconds ?? alertMilliseconds;
  return [
    regularly(app, pause, 'looking for alerts failed', () => findAlerts(background, now())),
    ...delivery.destinations.map((destination) =>
      regularly(app, pause, 'delivering alerts failed', (stopping) =>
        delivery.deliver(destination, stopping),
      ),
    ),
  ];
}

/** Looks at providers. @returns how to stop each of its loops */
function startWatching(app: FastifyInstance, pause: number, service: Service, background: UnitOfWork) {
  const watching = createWatching({ ...service, work: background }, service.counts.providers);
  const look = (stopping: AbortSignal) =>
    watching.look(stopping, logError(app, 'looking at a provider failed'));
  return [
    regularly(app, pause, 'watching providers failed', watching.review),
    ...[look, look].map((task) => regularly(app, pause, 'watching providers failed', task)),
  ];
}

async function serve(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(cookie);
  app.removeAllContentTypeParsers();
  // Every type arrives as bytes: `bind` rejects other types itself, after authentication.
  const parsing = { parseAs: 'buffer', bodyLimit: limits.bodyBytes } as const;
  app.addContentTypeParser('*', parsing, (_request, body, done) => done(null, body));
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Cache-Control', 'no-store').header('X-Request-Id', request.id);
    reply.header(serviceHeader, service.extensions ? service.version() : 'documented');
    done();
  });
  app.setErrorHandler(errorHandler(service));
  const bind = bindTo(app, service);
  authenticationRoutes(bind, service);
  groupRoutes(bind, service);
  jobRoutes(bind);
  userRoutes(bind, service);
  sessionRoutes(bind, service);
  apiKeyRoutes(bind, service);
  oidcOpRoutes(bind, service);
  watchRoutes(bind, service);
  oidcLoginRoutes(bind, service);
  signInTestRoutes(bind, service);
  roleRoutes(bind, service);
  activityRoutes(bind, service);
  if (service.extensions)
    app.get('/openapi.json', (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(openApiJson()),
    );
  otherRoutes(app, service);
}

const logError = (app: FastifyInstance, message: string) => (error: unknown) =>
  app.log.error({ error: describe(error) }, message);

function describe(error: unknown) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack };
}

/** Runs a task now and then regularly, and logs its failures. @returns how to stop it */
function regularly(
  app: FastifyInstance,
  milliseconds: number,
  failed: string,
  task: (stopping: AbortSignal) => Promise<void>,
) {
  return repeat(milliseconds, (stopping) => task(stopping).catch(logError(app, failed)));
}

/**
 * Runs a task now and then regularly, with a pause after each run.
 * @param task doesn't fail; gets a signal that says when to stop
 * @returns how to stop it; resolves once it's idle
 */
export function repeat(
  milliseconds: number,
  task: (stopping: AbortSignal) => Promise<void>,
): () => Promise<void> {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await task(stopping.signal);
      await sleep(milliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  const running = loop();
  return () => {
    stopping.abort();
    return running;
  };
}
