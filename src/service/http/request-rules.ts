import type { FastifyRequest } from 'fastify';
import { Problem } from '../domain/problem.ts';

/** The ranges that take in JSON, those that say most about it first. */
const jsonRanges = ['application/json', 'application/*', '*/*'];

/** @throws Problem 406 where an `Accept` header excludes JSON: the most specific range decides (RFC 9110 section 12.5.1) */
export function checkAccept(accept: string | undefined): void {
  if (accept === undefined || accept.trim() === '') return;
  const ranges = accept.split(',').map((range) => range.trim().toLowerCase());
  for (const known of jsonRanges) {
    const about = ranges.filter((range) => range.split(';')[0]?.trim() === known);
    if (about.some((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range))) return;
    if (about.length > 0) break;
  }
  throw new Problem(406, ['Accept: must allow application/json']);
}

/**
 * The JSON object of a request's body, which the content type parser left as bytes.
 * @throws Problem 415 for another media type, 400 where the body is not a JSON object
 */
export function readBody(request: FastifyRequest): { data: Record<string, unknown> } {
  checkType(request);
  return shapedBody(parse(request.body));
}

/** @throws Problem 415 where the body is not JSON */
export function checkType(request: FastifyRequest): void {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Problem(415, ['Content-Type: must be application/json']);
}

/** A parsed body as the object that it must be. @throws Problem 400 */
export function shapedBody(body: unknown): { data: Record<string, unknown> } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem(400, ['the body must be a JSON object with all properties inside data']);
  }
  const data: unknown = 'data' in body ? body.data : undefined;
  if (data === undefined) throw new Problem(400, ['data: is required']);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new Problem(400, ['data: must be an object']);
  }
  // Not copied, which takes longer than all the rest for very many properties.
  return body as { data: Record<string, unknown> };
}

function parse(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? new TextDecoder('utf-8', { fatal: true }).decode(body) : '');
  } catch {
    throw new Problem(400, ['the body is not valid JSON']);
  }
}
