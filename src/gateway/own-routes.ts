import type { FastifyInstance, FastifyRequest } from 'fastify';
import { watchStates } from '../contract/oidc/watch.ts';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { configurationSchema } from '../configuration/format.ts';
import type { GatewayInfo } from '../contract/gateway.ts';
import { openApiJson } from '../contract/openapi/openapi.ts';
import type { ServiceCounts } from '../service/service.ts';
import { sendRefusal, type Refusal } from './requests/refusal.ts';

export interface OwnRoutesOptions {
  info(): GatewayInfo;
  /** Why users can't sign in; undefined if they can. */
  unreadyBecause(): Promise<string | undefined>;
  /** What's wrong with this machine's clock, if anything. */
  clockProblem(): string | undefined;
  counts: ServiceCounts;
  /** When the certificate that the gateway serves expires, if it serves one. */
  certificateExpiresAt(): Date | undefined;
  /** The `Set-Cookie` headers that sign a browser out without the service. */
  clearing(request: FastifyRequest): string[];
  metricsRefusal(request: FastifyRequest): Refusal | undefined;
}

/**
 * The gateway's own routes below `/-/`: health, readiness, metrics, its description, the contract, and its own
 * sign-out.
 */
export function ownRoutes(app: FastifyInstance, options: OwnRoutesOptions): void {
  app.get('/-/health', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  app.get('/-/ready', async (_request, reply) => {
    const reason = await options.unreadyBecause();
    if (reason === undefined) {
      // Only a warning, or a wrong clock of the database would end the service of all instances.
      const warning = options.clockProblem();
      return reply
        .header('Cache-Control', 'no-store')
        .send({ status: 'ready', ...(warning ? { warning } : {}) });
    }
    const sentence = `the service isn't ready, so users can't sign in: ${reason}`;
    return sendRefusal(reply, { status: 503, sentence, headers: { 'Retry-After': '5' } });
  });
  app.get('/-/gateway', (_request, reply) => reply.header('Cache-Control', 'no-store').send(options.info()));
  app.delete('/-/session', (request, reply) =>
    reply
      .header('Cache-Control', 'no-store')
      .header('Set-Cookie', options.clearing(request))
      .status(204)
      .send(),
  );
  // The contract that the console is built on, which may differ from a remote service's own description.
  app.get('/-/openapi.json', (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type('application/json; charset=utf-8').send(openApiJson()),
  );
  // For editors, which find its URL in the first line of an export.
  app.get('/-/configuration.schema.json', (_request, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .type('application/schema+json; charset=utf-8')
      .send(JSON.stringify(configurationSchema())),
  );
  metrics(app, options);
}

function metrics(app: FastifyInstance, options: OwnRoutesOptions): void {
  const { metricsRefusal, counts, certificateExpiresAt } = options;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the response',
    // The route's pattern, never the URL itself: URLs may contain ids and codes, and are unbounded.
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const counter = (
    name: string,
    help: string,
    count: (total: Counter<'code'>) => void,
    ...labelNames: 'code'[]
  ) =>
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        count(this);
      },
    });
  counter('overloaded_requests_total', 'Requests rejected with 503 because too many were waiting', (total) =>
    total.inc(counts.overloaded),
  );
  const undeclared = "Responses with an error status that the contract doesn't declare";
  counter('undeclared_statuses_total', undeclared, (total) => total.inc(counts.undeclaredStatuses));
  const violations = 'Responses that violate the contract, of those that were checked';
  counter('contract_violations_total', violations, (total) => total.inc(counts.contractViolations));
  const countRejected = (total: Counter<'code'>) => {
    for (const [code, count] of counts.rejectedSignIns) total.inc({ code }, count);
  };
  counter('rejected_sign_ins_total', 'Rejected sign-ins by code', countRejected, 'code');
  const { alerts } = counts;
  counter('alerts_delivered_total', 'Alerts that were received', (total) => total.inc(alerts.delivered));
  counter('alert_failures_total', 'Failed attempts to deliver an alert', (total) => total.inc(alerts.failed));
  registry.registerMetric(
    new Gauge({
      name: 'palisade_provider_state',
      help: 'Whether signing in through a provider works: 1 for its state, 0 for the others',
      labelNames: ['provider', 'state'],
      registers: [],
      collect() {
        this.reset();
        for (const [provider, current] of counts.providers)
          for (const state of watchStates) this.set({ provider, state }, Number(state === current));
      },
    }),
  );
  if (certificateExpiresAt())
    registry.registerMetric(
      new Gauge({
        name: 'palisade_tls_expiry_seconds',
        help: 'Time until the certificate that the gateway serves expires',
        registers: [],
        collect() {
          this.set(((certificateExpiresAt()?.getTime() ?? Date.now()) - Date.now()) / 1000);
        },
      }),
    );
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/-/metrics', async (request, reply) => {
    const refusal = metricsRefusal(request);
    if (refusal) return sendRefusal(reply, refusal);
    return reply
      .header('Cache-Control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}
