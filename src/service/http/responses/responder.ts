import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Service } from '../../service.ts';
import { JsonText } from './json-text.ts';

/** Text is checked against the contract this often in production: checking takes longer than writing it. */
const sampleSize = 100;

/** Sends the responses of an endpoint, validated against the contract: every one, or of those that are text a sample. */
export function responder(service: Service, endpoint: Endpoint) {
  let texts = 0;
  const violation = (request: FastifyRequest, issues: unknown) => {
    service.counts.contractViolations += 1;
    request.log.error({ issues }, 'the response violates the contract');
    return new Error('The response violates the contract');
  };
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { status, body, headers = {} }: { status: number; body: unknown; headers?: Record<string, string> },
  ): FastifyReply => {
    const schema = endpoint.responses[status];
    reply.status(status).headers(headers);
    if (schema === null) return reply.send();
    reply.type('application/json; charset=utf-8');
    if (!schema) throw violation(request, 'undeclared status');
    if (body instanceof JsonText) {
      const { text } = body;
      texts += 1;
      if (service.checkEveryResponse || texts % sampleSize === 1) {
        const issues = textIssues(schema, text);
        const error = issues && violation(request, issues);
        if (error && service.strict) throw error;
      }
      return reply.send(text);
    }
    const parsed = z.safeParse(schema, body);
    if (!parsed.success) throw violation(request, parsed.error.issues);
    return reply.send(JSON.stringify(parsed.data));
  };
}

/** How a text violates the contract; undefined if it doesn't. */
function textIssues(schema: z.core.$ZodType, text: string): unknown {
  const parsed = z.safeParse(schema, JSON.parse(text));
  if (!parsed.success) return parsed.error.issues;
  // Parsing drops undeclared properties.
  return JSON.stringify(parsed.data).length === text.length ? undefined : 'undeclared properties';
}
