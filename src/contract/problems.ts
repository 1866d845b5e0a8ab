import * as z from 'zod/mini';

/** The body of every error, whoever answers (document, "Errors" 2). */
export const problemBody = z.object({ detail: z.array(z.string()) });
export type ProblemBody = z.infer<typeof problemBody>;

/** Every error status and when it is answered. */
export const problemStatuses = {
  400: 'The body or the query does not fit; every problem at once.',
  401: 'Not signed in, session over, wrong login or password, unknown API key.',
  403: 'No role grants the privilege; the missing feature and privilege are named.',
  404: 'No such resource, or not visible to this user.',
  405: 'The path exists, the method does not; see the Allow header.',
  406: 'The Accept header excludes application/json.',
  409: 'The state forbids it.',
  413: 'The body is too large: over 1 MiB, or over what the operation allows.',
  415: 'The body is not application/json.',
  429: 'Too many sign-ins that failed or were not finished, or too many unfinished jobs; see the Retry-After header.',
  500: 'A fault of the service; see the request id.',
  502: 'The gateway could not reach the service.',
  503: 'The service is overloaded or shutting down, or its database is down or slow; see the Retry-After header.',
  504: 'The service did not answer the gateway in time.',
} as const;
export type ProblemStatus = keyof typeof problemStatuses;
