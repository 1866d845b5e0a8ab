import type { FastifyRequest } from 'fastify';
import { Problem } from '../domain/problem.ts';

/** The media ranges that include JSON, most specific first. */
const jsonRanges = ['application/json', 'application/*', '*/*'];

/** @throws Problem 406 if `Accept` excludes JSON: the most specific range decides (RFC 9110 section 12.5.1) */
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
 * Parses a request's body, which the content type parser left as bytes.
 * @throws Problem 415 for another media type or a compressed body, 400 if the body isn't a JSON object
 */
export function readBody(request: FastifyRequest): { data: Record<string, unknown> } {
  checkType(request);
  return shapedBody(parseJson(request.body));
}

/** @throws Problem 415 if the body isn't JSON, or compressed */
export function checkType({ headers }: FastifyRequest): void {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Problem(415, ['Content-Type: must be application/json']);
  if (!['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase()))
    // RFC 9110 section 12.5.3
    throw new Problem(415, ["Content-Encoding: isn't supported"], { 'Accept-Encoding': 'identity' });
}

/** Checks that a parsed body is an object with `data`. @throws Problem 400 */
export function shapedBody(body: unknown): { data: Record<string, unknown> } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Problem(400, ['the body must be a JSON object with all properties inside data']);
  const data: unknown = 'data' in body ? body.data : undefined;
  if (data === undefined) throw new Problem(400, ['data: is required']);
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new Problem(400, ['data: must be an object']);
  // Not copied: for very many properties that would take longer than everything else.
  return body as { data: Record<string, unknown> };
}

/** @throws Problem 400 if the bytes of a body aren't JSON */
export function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? new TextDecoder('utf-8', { fatal: true }).decode(body) : '');
  } catch {
    throw new Problem(400, ["the body isn't valid JSON"]);
  }
}

/** Whether a preference was sent (RFC 7240 section 2). */
export function prefers({ headers }: FastifyRequest, preference: string): boolean {
  const preferences = String(headers['prefer'] ?? '').toLowerCase();
  return preferences.split(/[\s,;]+/).includes(preference);
}
