import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import { activityEndpoints } from '../../contract/endpoints/activity.ts';
import type { Endpoint, ResponseOf } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import type { PageQuery } from '../../contract/paging.ts';
import type { WithoutSlot } from '../domain/ports.ts';
import type { Service } from '../service.ts';
import { selectFields } from './fields.ts';
import { checkLongList, longListBytes } from './long-list.ts';
import { checkAccept, checkType } from './request-rules.ts';
import { authenticate, requireCredentials } from './requests/authenticate.ts';
import { contextOf, type Context } from './requests/context.ts';
import { requireVersion, validate, type Checks } from './requests/validate.ts';
import { JsonText } from './responses/group-pages.ts';
import * as z from 'zod/mini';

type BodyIn<Response> = Response extends { body: infer Body } ? Body | JsonText<Body> : never;

/** Handles a request. @returns the response's body; its status is the contract's, unless the work continues as a job */
type Handle<E extends Endpoint> = (context: Context<E>) => Promise<BodyIn<ResponseOf<E>>>;

/** How an endpoint is served: its handler, and its checks beyond the contract. */
interface Handling<E extends Endpoint> extends Checks<E> {
  handle: Handle<E>;
}

export type Bind = <E extends Endpoint>(endpoint: E, how: Handle<NoInfer<E>> | Handling<NoInfer<E>>) => void;

/**
 * Returns a function that serves endpoints. In this order: version (404), `Accept` (406), a database slot (503), authentication
 * (401), privilege on any group (403; the domain checks the group), validation (404 for the path, 415, 400 with every problem),
 * handler, and validation of the response, unless it's `JsonText`, which also drops anything the contract doesn't declare.
 */
export function bindTo(app: FastifyInstance, service: Service): Bind {
  return (endpoint, how) => {
    if (isServed(service, endpoint)) serveEndpoint(app, service, endpoint, how);
  };
}

function serveEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  service: Service,
  endpoint: E,
  how: Handle<E> | Handling<E>,
): void {
  const handling = typeof how === 'function' ? { handle: how } : how;
  const send = responder(service, endpoint);
  // In ascending order: before 202.
  const [status = ''] = Object.keys(endpoint.responses);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyBytes ?? limits.bodyBytes,
    config: { endpoint },
    onRequest: async (request, reply) => {
      requireVersion(service, endpoint, request);
      checkAccept(request.headers.accept);
      if (endpoint.access === 'public') return;
      requireCredentials(service, request);
      // Before a large body arrives, during which no slot is held.
      if (endpoint.longList)
        await service.gate.run(() => authenticate(service, endpoint, request), { client: reply.raw });
    },
    handler: async (request, reply) => {
      const long = await checkLongBody(endpoint, request);
      const perform = async (withoutSlot: WithoutSlot) => {
        const caller = await authenticate(service, endpoint, request);
        const received = { request, caller, withoutSlot, long };
        const parsed = await validate(service, endpoint, received, handling);
        const context = contextOf(service, request, reply, withoutSlot, parsed);
        reply.status(Number(status));
        return { query: parsed.query, body: await handling.handle({ ...parsed, ...context }) };
      };
      return send(request, reply, await service.gate.run(perform, { client: reply.raw }));
    },
  });
}

/** Checks a body with a long list without blocking other requests. */
async function checkLongBody({ body: schema, longList }: Endpoint, request: FastifyRequest) {
  const { body } = request;
  if (!schema || !longList || !Buffer.isBuffer(body) || body.length <= longListBytes) return undefined;
  checkType(request);
  return checkLongList(schema, body, longList);
}

const activityPaths = new Set<string>(Object.values(activityEndpoints).map(({ path }) => path));

/** Whether the service offers an endpoint, regardless of its version. */
export function isServed(service: Service, endpoint: Endpoint): boolean {
  if (activityPaths.has(endpoint.path) && !service.activity) return false;
  return service.extensions || !endpoint.extension;
}

/** Sends the responses of an endpoint, validated against the contract. */
function responder(service: Service, endpoint: Endpoint) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { query, body }: { query: unknown; body: unknown },
  ): FastifyReply => {
    const schema = endpoint.responses[reply.statusCode];
    if (!schema) return reply.send();
    reply.type('application/json; charset=utf-8');
    // Node measures and writes a long string more slowly than its bytes.
    if (body instanceof JsonText) return reply.send(Buffer.from(body.text));
    const parsed = z.safeParse(schema, selectFields(body, query as PageQuery));
    if (parsed.success) return reply.send(JSON.stringify(parsed.data));
    service.counts.contractViolations += 1;
    request.log.error({ issues: parsed.error.issues }, 'the response violates the contract');
    throw new Error('The response violates the contract');
  };
}
