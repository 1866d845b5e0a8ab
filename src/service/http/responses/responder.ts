import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Service } from '../../service.ts';
import { JsonText } from './group-pages.ts';

/** Sends the responses of an endpoint, validated against the contract. */
export function responder(service: Service, endpoint: Endpoint) {
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
    if (body instanceof JsonText) return reply.send(body.text);
    const parsed = z.safeParse(schema, body);
    if (!parsed.success) throw violation(request, parsed.error.issues);
    return reply.send(JSON.stringify(parsed.data));
  };
}
