import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { noSessionRenewal } from '../../contract/access/authentication.ts';
import { activityEndpoints } from '../../contract/endpoints/activity.ts';
import type { BodyOf, Endpoint, ResponseOf } from '../../contract/endpoint.ts';
import { validProperties, shapeOf } from '../../contract/fields.ts';
import { limits } from '../../contract/limits.ts';
import { atLeast } from '../../contract/versions.ts';
import { requireSomewhere, type Caller } from '../domain/access/caller.ts';
import type { WithoutSlot } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';
import type { Credentials } from '../domain/access/authenticator.ts';
import type { Service } from '../service.ts';
import { Context, type Parsed } from './requests/context.ts';
import { sessionIdsOf } from './requests/cookies.ts';
import type { JsonText } from './responses/json-text.ts';
import { responder } from './responses/responder.ts';
import { checkLongList, longListBytes, type CheckedBody } from './long-list.ts';
import { checkAccept, checkType, prefers, readBody, shapedBody } from './request-rules.ts';
import { listed, parseProblems } from './parse-problems.ts';
import { unknownFields } from './fields.ts';

/** A response and its headers. */
export type EndpointResponse<E extends Endpoint> = OrText<ResponseOf<E>> & {
  headers?: Record<string, string>;
};

type OrText<Response> = Response extends { status: infer Status; body: infer Body }
  ? { status: Status; body: Body | JsonText<Body> }
  : never;

/** A response with its status as a literal type, so that it can be checked against the contract. */
export function respond<const Status extends number, Body>(status: Status, body: Body) {
  return { status, body };
}

/** Body checks that the contract can't express; their problems are reported together with the contract's. */
export type MoreProblems = (data: Readonly<Record<string, unknown>>) => string[];

/**
 * Checks the records that an invalid body refers to: those problems are reported together with the
 * contract's, so that one attempt shows them all. For a valid body, the handler makes the same checks.
 * @param valid the body's valid properties, as parsed by the contract
 */
export type References<E extends Endpoint> = (
  context: Pick<Context<E>, 'acting' | 'caller' | 'params' | 'withoutSlot'>,
  valid: BodyOf<E> extends { data: infer Data } ? Partial<Data> : never,
) => Promise<readonly string[]>;

type Handle<E extends Endpoint> = (context: Context<E>) => Promise<EndpointResponse<E>>;

/** How an endpoint is served: its handler, and its checks beyond the contract. */
interface Handling<E extends Endpoint> {
  handle: Handle<E>;
  moreProblems?: MoreProblems;
  references?: References<E>;
}

/** Serves one endpoint of the contract. */
export type Bind = <E extends Endpoint>(endpoint: E, how: Handle<NoInfer<E>> | Handling<NoInfer<E>>) => void;

/**
 * Returns a function that serves endpoints. In this order: version (404), `Accept` (406), a database slot (503), authentication
 * (401), privilege (403), validation (404 for the path, 415, 400 with every problem), handler, and validation of the
 * response, which also drops anything the contract doesn't declare. A response that's already text is validated always in
 * tests and the demo, and sampled in production.
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
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.bodyBytes ?? limits.bodyBytes,
    config: { endpoint },
    // Not an async function, which would take longer than everything else for a request without a body.
    onRequest: (request, reply, done) => {
      requireVersion(service, endpoint, request);
      checkAccept(request.headers.accept);
      if (endpoint.access === 'public') return done();
      if (Object.keys(credentialsOf(service, request)).length === 0) throw notSignedIn();
      if (!hasBody(request)) return done();
      // Unauthenticated clients can't send large bodies, and no slot is held while a body arrives.
      const known = () => rememberCaller(service, endpoint, request);
      service.gate.run(known, { client: reply.raw }).then(() => done(), done);
    },
    ...(endpoint.longList ? { preHandler: checkLongBody(endpoint) } : {}),
    handler: async (request, reply) => {
      const known = callers.get(request);
      const perform = (withoutSlot: WithoutSlot) => {
        const serve = async (caller: Caller | undefined) => {
          if (!known) admit(caller, endpoint.access);
          const context = contextOf(service, endpoint, { request, reply, caller, withoutSlot }, handling);
          return handling.handle(context instanceof Promise ? await context : context);
        };
        if (endpoint.access === 'public') return serve(undefined);
        if (!known) return serveCaller(service, endpoint, request, serve);
        if (performance.now() - known.since < promptMilliseconds) return serve(known.caller);
        // They may have lost access while the body arrived.
        return rememberCaller(service, endpoint, request).then(serve);
      };
      const entry = { client: reply.raw, again: known !== undefined };
      return send(request, reply, await service.gate.run(perform, entry));
    },
  });
}

/** Checks a body with a long list without blocking other requests. */
function checkLongBody({ body: schema, longList }: Endpoint) {
  return async (request: FastifyRequest) => {
    const { body } = request;
    if (!schema || !longList || !Buffer.isBuffer(body) || body.length <= longListBytes) return;
    checkType(request);
    longBodies.set(request, await checkLongList(schema, body, longList, shapedBody));
  };
}

const activityPaths = new Set<string>(Object.values(activityEndpoints).map(({ path }) => path));

/** Whether the service offers an endpoint, regardless of its version. */
export function isServed(service: Service, endpoint: Endpoint): boolean {
  if (activityPaths.has(endpoint.path) && !service.activity) return false;
  return service.extensions || !endpoint.extension;
}

const noQuery = z.strictObject({});
/** The callers of requests with a body, who are known before it arrives. */
const callers = new WeakMap<FastifyRequest, { caller: Caller; since: number }>();
/** How long a body may take without its caller being authenticated again. */
const promptMilliseconds = 100;
const longBodies = new WeakMap<FastifyRequest, CheckedBody>();

/**
 * Serves a request once its caller is known. A read is already performed for the likely caller, so that one query
 * serves both; its outcome is only used if they are the caller.
 * @throws Problem 401, 403 as `rememberCaller`
 */
async function serveCaller<Served>(
  service: Service,
  { method }: Endpoint,
  request: FastifyRequest,
  serve: (caller: Caller | undefined) => Promise<Served>,
): Promise<Served> {
  const { likely, caller, serving } = service.together(() => {
    const identified = service.authenticator.identify(credentialsOf(service, request));
    const isRead = method === 'GET' && identified.likely;
    // Spreading it takes longer than the rest of this function.
    const { likely: expected, caller: actual } = identified;
    return { likely: expected, caller: actual, serving: isRead ? serve(expected) : undefined };
  });
  if (!serving) return serve(await caller);
  const served = serving.catch(() => undefined);
  const identified = await caller;
  if (identified === likely) return serving;
  await served;
  return serve(identified);
}

/** @throws Problem 401 for an unknown caller, 403 for one who doesn't hold the privilege on any group */
async function rememberCaller(
  service: Service,
  { access }: Endpoint,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const since = performance.now();
  const caller = await service.authenticator.identify(credentialsOf(service, request)).caller;
  admit(caller, access);
  if (caller) callers.set(request, { caller, since });
  return caller;
}

/** @throws Problem as `rememberCaller` */
function admit(caller: Caller | undefined, access: Endpoint['access']): void {
  if (access === 'public') return;
  if (!caller) throw notSignedIn();
  if (access !== 'signed in') requireSomewhere(caller, access);
}

function notSignedIn(): Problem {
  return new Problem(401, ['sign in first: the session is missing or expired, or the API key is unknown']);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function credentialsOf(service: Service, request: FastifyRequest): Credentials {
  const { authorization } = request.headers;
  // Only the Authorization header counts, if there is one: an invalid key never falls back to a cookie.
  if (authorization !== undefined) {
    const match = /^token\s+(\S{1,512})$/i.exec(authorization);
    return { apiKey: match?.[1] ?? '' };
  }
  const sessionIds = sessionIdsOf(request, service.secureCookies);
  return sessionIds.length === 0 ? {} : { sessionIds, isPolling: prefers(request, noSessionRenewal) };
}

/** A request, and who sends it; undefined for a public endpoint. */
interface Received {
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller | undefined;
  withoutSlot: WithoutSlot;
}

/** The context of a valid request, without waiting: a read starts in the same turn as its authentication. */
function contextOf<E extends Endpoint>(
  service: Service,
  endpoint: E,
  { request, reply, caller, withoutSlot }: Received,
  { moreProblems, references }: Handling<E>,
): Context<E> | Promise<never> {
  const params = paramsOf(endpoint, request);
  const query = z.safeParse(endpoint.query ?? noQuery, service.extensions ? request.query : {});
  const long = longBodies.get(request);
  const given = long?.given ?? (endpoint.body && readBody(request));
  const body = long ?? (endpoint.body && z.safeParse(endpoint.body, given));
  const problems = [...parseProblems(query.error, request.query), ...parseProblems(body?.error)];
  if (service.extensions) problems.push(...unknownFields(endpoint, request.query));
  if (given && moreProblems) problems.push(...unlessNamed(moreProblems(given.data), problems));
  if (problems.length > 0 && references && endpoint.body && given) {
    const acting = { stores: service.work.stores, caller };
    const about = { acting, caller, params, withoutSlot } as Parameters<References<E>>[0];
    // As with `parsed` below: parsed by the endpoint's own schemas, property by property.
    const valid = validProperties(shapeOf(endpoint.body)['data'], given.data) as Parameters<References<E>>[1];
    return references(about, valid).then((more) => {
      throw new Problem(400, listed([...problems, ...unlessNamed(more, problems)]));
    });
  }
  if (problems.length > 0) throw new Problem(400, listed(problems));
  const parsed = {
    // Kept callers are shared between requests.
    caller: caller && endpoint.method !== 'GET' ? { ...caller, requestId: request.id } : caller,
    params,
    // Paging is an extension: without extensions, lists are complete.
    query:
      !service.extensions && query.data && 'limit' in query.data
        ? { ...query.data, limit: Number.MAX_SAFE_INTEGER }
        : query.data,
    body: body?.data,
  };
  // Every part has just been parsed by the endpoint's own schemas, which TypeScript can't follow through E.
  return new Context(service, request, reply, withoutSlot, parsed as Parsed<E>);
}

/** @throws Problem 404 if the emulated version doesn't have the endpoint */
function requireVersion(service: Service, endpoint: Endpoint, request: FastifyRequest): void {
  if (endpoint.since !== undefined && !atLeast(service.version(), endpoint.since)) throw unknownPath(request);
}

/** @throws Problem 404 if the request's path doesn't match the endpoint */
export function requirePath(service: Service, endpoint: Endpoint, request: FastifyRequest): void {
  requireVersion(service, endpoint, request);
  paramsOf(endpoint, request);
}

/**
 * The request's path parameters.
 * @throws Problem 404 if they're invalid or percent-encoded: a resource has exactly one path
 */
function paramsOf(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  if (!endpoint.params) return {};
  const params = z.safeParse(endpoint.params, request.params);
  if (!params.success || /^[^?]*%/.test(request.url)) throw unknownPath(request);
  return params.data;
}

/** The additional problems whose field has no problem yet. */
function unlessNamed(more: readonly string[], problems: readonly string[]): string[] {
  const fieldOf = (sentence: string) => /^(\w+)(?:\.\w+)*: /.exec(sentence)?.[1];
  const named = new Set(problems.map(fieldOf));
  return more.filter((sentence) => {
    const field = fieldOf(sentence);
    return field === undefined || !named.has(field);
  });
}

/** 404 for an unknown path. */
export function unknownPath(request: FastifyRequest): Problem {
  return new Problem(404, [`${request.url.split('?')[0]?.slice(0, 200)} isn't a known path`]);
}
