import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { BodyOf, Endpoint } from '../../../contract/endpoint.ts';
import { validProperties, shapeOf } from '../../../contract/fields.ts';
import { atLeast } from '../../../contract/versions.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { WithoutSlot } from '../../domain/ports.ts';
import { Problem } from '../../domain/problem.ts';
import type { Service } from '../../service.ts';
import { unknownFields } from '../fields.ts';
import type { CheckedBody } from '../long-list.ts';
import { listed, parseProblems } from '../parse-problems.ts';
import { readBody } from '../request-rules.ts';
import type { Context, Parsed } from './context.ts';

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

export interface Checks<E extends Endpoint> {
  moreProblems?: MoreProblems;
  references?: References<E>;
}

interface Received {
  request: FastifyRequest;
  caller: Caller | undefined;
  withoutSlot: WithoutSlot;
  long: CheckedBody | undefined;
}

const noQuery = z.strictObject({});

/**
 * Checks a request against the contract, and beyond.
 * @param caller undefined for a public endpoint
 * @param long the body, if it was checked before because of its length
 * @throws Problem 404 for the path, 415, or 400 with every problem
 */
export async function validate<E extends Endpoint>(
  service: Service,
  endpoint: E,
  { request, caller, withoutSlot, long }: Received,
  { moreProblems, references }: Checks<E>,
): Promise<Parsed<E>> {
  const params = paramsOf(endpoint, request);
  const query = z.safeParse(endpoint.query ?? noQuery, service.extensions ? request.query : {});
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
    problems.push(...unlessNamed(await references(about, valid), problems));
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
  return parsed as Parsed<E>;
}

/** @throws Problem 404 if the emulated version doesn't have the endpoint */
export function requireVersion(service: Service, endpoint: Endpoint, request: FastifyRequest): void {
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

export function unknownPath(request: FastifyRequest): Problem {
  return new Problem(404, [`${request.url.split('?')[0]?.slice(0, 200)} isn't a known path`]);
}
