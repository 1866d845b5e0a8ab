import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { problemStatuses } from '../../contract/problems.ts';
import { Problem } from '../domain/problem.ts';

/** Answers every failure as `{ detail: [...] }`; our own faults without internals, with the id that the log has. */
export function errorHandler(
  error: FastifyError | Problem | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const problem = toProblem(error, request);
  void reply
    .status(problem.status)
    .headers(problem.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ detail: problem.detail }));
}

function toProblem(error: FastifyError | Problem | Error, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new Problem(413, [`the body is over ${sizeOf(request.routeOptions.bodyLimit)}`]);
  if (status === 415) return new Problem(415, ['Content-Type: must be application/json']);
  if (status !== undefined && status >= 400 && status < 500) {
    return new Problem(isKnown(status) ? status : 400, ['the request cannot be read']);
  }
  const { name, message, stack } = error;
  const code: unknown = 'code' in error ? error.code : undefined;
  request.log.error({ error: { name, message, code, stack } }, 'request failed');
  return new Problem(500, [`the service failed; its log knows this request as ${request.id}`]);
}

function sizeOf(bytes: number): string {
  return bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`;
}

function isKnown(status: number): status is keyof typeof problemStatuses {
  return status in problemStatuses;
}
