import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorStatuses, type Endpoint } from '../../contract/endpoint.ts';
import { outcomeHeader } from '../../contract/gateway.ts';
import { problemStatuses } from '../../contract/problems.ts';
import { atLeast, versions } from '../../contract/versions.ts';
import { Problem } from '../domain/problem.ts';
import { Unavailable } from '../domain/unavailable.ts';
import { toRefusal } from '../domain/violations.ts';
import type { Service } from '../service.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** Responds to every error with `{ detail: [...] }`; internal errors without internals, but with the request id. */
export function errorHandler(service: Pick<Service, 'strict' | 'counts' | 'version'>) {
  return (error: FastifyError | Problem | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = declared(toProblem(error, request), request, service);
    // RFC 9110 section 15.5.2; browsers ask for nothing, because they don't know the scheme.
    if (problem.status === 401 && atLeast(service.version(), versions.apiKeys))
      reply.header('WWW-Authenticate', 'token');
    // Fastify would close the connection after 413, which can discard the response while the client is still sending.
    void reply
      .removeHeader('connection')
      .status(problem.status)
      .headers(problem.headers)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ detail: problem.detail }));
  };
}

/** Clients rely on the contract: an undeclared status is our bug, which tests must not miss. */
function declared(
  problem: Problem,
  request: FastifyRequest,
  { strict, counts }: Pick<Service, 'strict' | 'counts'>,
): Problem {
  const { endpoint } = request.routeOptions.config;
  if (!endpoint || errorStatuses(endpoint).includes(problem.status)) return problem;
  const what = `the contract declares no ${problem.status} for ${endpoint.method} ${endpoint.path}`;
  request.log.error({ status: problem.status, detail: problem.detail }, what);
  counts.undeclaredStatuses += 1;
  return strict ? new Problem(500, [what, ...problem.detail]) : problem;
}

function toProblem(error: FastifyError | Problem | Error, request: FastifyRequest): Problem {
  const refusal = toRefusal(error);
  if (refusal) return refusal;
  if (error instanceof Unavailable) return unavailable(error, request);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new Problem(413, [`the body is over ${sizeOf(request.routeOptions.bodyLimit)}`]);
  if (status === 415) return new Problem(415, ['Content-Type: must be application/json']);
  if (status !== undefined && status >= 400 && status < 500)
    return new Problem(isKnown(status) ? status : 400, ["the request can't be parsed"]);
  const { name, message, stack } = error;
  const code: unknown = 'code' in error ? error.code : undefined;
  request.log.error({ error: { name, message, code, stack } }, 'request failed');
  return new Problem(500, [
    `internal error; find the cause in the service's log under request id ${request.id}`,
  ]);
}

function sizeOf(bytes: number): string {
  return bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`;
}

const unavailableSeconds = '5';

function unavailable({ message, uncertain, cause }: Unavailable, request: FastifyRequest): Problem {
  const { code, message: reason } = (cause ?? {}) as { code?: unknown; message?: unknown };
  request.log.warn({ database: { code, reason } }, message);
  const isUnknown = uncertain && !['GET', 'HEAD'].includes(request.method);
  const detail = [message, ...(isUnknown ? ['check whether your change was made before you retry'] : [])];
  const outcome = isUnknown ? { [outcomeHeader]: 'unknown' } : {};
  return new Problem(503, detail, { 'Retry-After': unavailableSeconds, ...outcome });
}

function isKnown(status: number): status is keyof typeof problemStatuses {
  return status in problemStatuses;
}
