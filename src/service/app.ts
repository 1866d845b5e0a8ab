import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { limits } from '../contract/limits.ts';
import { openApiJson } from '../contract/openapi/openapi.ts';
import type { Clock } from './domain/clock.ts';
import { createAuthenticator } from './domain/access/authenticator.ts';
import { createDevices } from './domain/access/devices.ts';
import { createPruning } from './domain/activity/pruning.ts';
import { createSecretBox } from './domain/secret-box.ts';
import { sweepSessions } from './domain/access/sessions.ts';
import { bindAllStored } from './domain/oidc/stored-secret.ts';
import type { ActivityEntry } from './domain/activity/activity-ports.ts';
import { activityRoutes } from './http/activity/activity.ts';
import { apiKeyRoutes } from './http/api-keys.ts';
import { authenticationRoutes } from './http/authentication.ts';
import { bindTo } from './http/bind.ts';
import { errorHandler } from './http/error-handler.ts';
import { createGate } from './http/gate.ts';
import { groupRoutes } from './http/groups.ts';
import { jobRoutes } from './http/jobs.ts';
import { otherRoutes } from './http/other-routes.ts';
import { oidcLoginRoutes } from './http/oidc-logins.ts';
import { oidcOpRoutes } from './http/oidc-ops.ts';
import { roleRoutes } from './http/roles.ts';
import { userRoutes } from './http/users.ts';
import { startRunner } from './jobs/runner.ts';
import type { Outbound } from './outbound/outbound.ts';
import { createRelyingParty } from './outbound/relying-party/relying-party.ts';
import { createExpressionSandbox } from './sandbox/expression-sandbox.ts';
import { newCounts, type Service, type ServiceCounts } from './service.ts';
import type { Database } from './store/database/database.ts';
import { credentialStore } from './store/tables/credentials.ts';
import { unitOfWork } from './store/tables/stores.ts';
import { systemClock } from './system-clock.ts';

/** The embedded service's dependencies and settings. */
export interface ServiceOptions {
  database: Database;
  /** The emulated version; a Lab scenario may change it. */
  version(): string;
  secureCookies: boolean;
  /** False: the service offers the API without any extension. */
  extensions: boolean;
  jobStatusTtlSeconds: number;
  /** Guarded requests to other hosts; its owner closes it. */
  outbound: Outbound;
  /** Encrypts secrets at rest and signs device cookies; at least 32 characters. */
  secretKey: string;
  /** The service's public URL, without a trailing slash. */
  baseUrl(): string;
  /** The clock; the system's by default. */
  now?: Clock;
  /** Whether every response is validated, rather than a sample (the demo); `strict` implies it. */
  checkEveryResponse?: boolean;
  /** Whether a response that the contract doesn't declare becomes a 500 (tests). */
  strict?: boolean;
  /** How long a request may wait in the queue; 1 s by default (tests). */
  queueMilliseconds?: number;
  /** How many days sign-ins and changes are kept; 0 doesn't record them. 90 by default. */
  activityDays?: number;
  /** Called with each recorded sign-in and change. */
  onActivity?(entry: ActivityEntry): void;
  /** Counters for the metrics. */
  counts?: ServiceCounts;
}

/** More would wait for longer than is useful: 4 for each PostgreSQL connection. */
const queuedRequests = 40;
const queueMillisecondsDefault = 1_000;
const hashesAtOnce = 2;
/** About one second's work. */
const queuedHashes = 40;

const sweepMilliseconds = 10 * 60 * 1000;

/**
 * Builds the embedded management service as a Fastify plugin, to be registered under a prefix. It doesn't listen,
 * read the environment, or close the database.
 */
export function buildService(options: ServiceOptions): FastifyPluginAsync {
  return async (app) => {
    const now = options.now ?? systemClock;
    const counts = options.counts ?? newCounts();
    const waitMilliseconds = options.queueMilliseconds ?? queueMillisecondsDefault;
    const onRefusal = () => (counts.overloaded += 1);
    const days = options.activityDays ?? 90;
    const activity = { isOn: days > 0, onEntry: options.onActivity ?? (() => undefined) };
    const work = unitOfWork(options.database.db, now, activity);
    const background = unitOfWork(options.database.background, now, activity);
    const relyingParty = createRelyingParty(options.outbound, now);
    const secrets = createSecretBox(options.secretKey);
    await bindAllStored(background.stores.oidcOps, secrets, (error) => {
      app.log.error({ error: describe(error) }, 'binding a client secret to its endpoint failed');
    });
    const runner = startRunner({
      work: background,
      now,
      version: options.version,
      statusTtlSeconds: options.jobStatusTtlSeconds,
      instanceId: randomUUID(),
      metadata: relyingParty.metadata,
      secrets,
      alone: options.database.kind === 'pglite',
      onError: (error) => app.log.error({ error: describe(error) }, 'background job failed'),
    });
    const sandbox = createExpressionSandbox();
    const { version } = options;
    const { accessGeneration } = options.database;
    const service: Service = {
      work,
      authenticator: createAuthenticator({
        stores: { ...work.stores, credentials: credentialStore(options.database.early) },
        accessGeneration,
        now,
        version,
      }),
      together: options.database.together,
      now,
      version,
      extensions: options.extensions,
      activity: activity.isOn,
      secureCookies: options.secureCookies,
      secrets,
      devices: createDevices(options.secretKey),
      relyingParty,
      sandbox,
      baseUrl: options.baseUrl,
      gate: createGate({
        slots: options.database.requestsAtOnce,
        queued: queuedRequests,
        waitMilliseconds,
        onRefusal,
      }),
      hashing: createGate({
        slots: hashesAtOnce,
        queued: queuedHashes,
        waitMilliseconds,
        onRefusal,
      }),
      checkEveryResponse: options.checkEveryResponse ?? options.strict ?? false,
      strict: options.strict ?? false,
      counts,
      wakeJobs: runner.wake,
    };
    const pruning = createPruning(background.stores, days, options.database.kind === 'pglite');
    const prune = () =>
      pruning.run(now()).catch((error: unknown) => {
        app.log.error({ error: describe(error) }, 'removing old log entries failed');
      });
    let pruned = prune();
    const sweep = () => {
      sweepSessions(background.stores, now()).catch((error: unknown) => {
        app.log.error({ error: describe(error) }, 'sweeping sessions failed');
      });
      pruned = pruned.then(prune);
    };
    const sweeping = setInterval(sweep, sweepMilliseconds).unref();
    app.addHook('onClose', async () => {
      clearInterval(sweeping);
      pruning.stop();
      await Promise.all([runner.stop(), sandbox.close(), pruned]);
    });
    await serve(app, service);
  };
}

async function serve(app: FastifyInstance, service: Service): Promise<void> {
  await app.register(cookie);
  app.removeAllContentTypeParsers();
  // Every type arrives as bytes: `bind` rejects other types itself, after authentication.
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: limits.bodyBytes },
    (_request, body, done) => {
      done(null, body);
    },
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Cache-Control', 'no-store').header('X-Request-Id', request.id);
  });
  app.setErrorHandler(errorHandler(service));
  const bind = bindTo(app, service);
  authenticationRoutes(bind, service);
  groupRoutes(bind, service);
  jobRoutes(bind, service);
  userRoutes(bind, service);
  apiKeyRoutes(bind, service);
  oidcOpRoutes(bind, service);
  oidcLoginRoutes(bind, service);
  roleRoutes(bind, service);
  activityRoutes(bind, service);
  if (service.extensions) {
    app.get('/openapi.json', (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(openApiJson()),
    );
  }
  otherRoutes(app, service);
}

function describe(error: unknown) {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack };
}
