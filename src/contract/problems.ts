import * as z from 'zod/mini';

/** The body of every error response (docs/api.md, "Errors"). */
export const problemBody = z.object({ detail: z.array(z.string()) });

/** Where services and proxies that don't follow docs/api.md say what's wrong, such as RFC 9457's `title`. */
const saying = ['detail', 'message', 'msg', 'errors', 'error', 'title'];

/** The sentences of an error response's body, also of one that's written in another way. */
export function sentencesIn(body: unknown, depth = 3): string[] {
  if (typeof body === 'string') return depth < 3 && body.trim() !== '' ? [body] : [];
  // Very deep nesting would exhaust the stack.
  if (typeof body !== 'object' || body === null || depth === 0) return [];
  if (Array.isArray(body)) return body.flatMap((each) => sentencesIn(each, depth - 1));
  const fields = new Map(Object.entries(body));
  for (const name of saying) {
    const found = sentencesIn(fields.get(name), depth - 1);
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether a status is about what a request says. Services that aren't ours may respond 422 (RFC 9110 section 15.5.21). */
export const meansInvalid = (status: number) => status === 400 || status === 422;

/**
 * Whether a write that ended in this status may have been done (docs/decisions.md, "Unknown outcomes"): only the service
 * itself knows, and what's between may have lost its response.
 * @param body parsed JSON; undefined if there's none
 */
export function meansUnknown(status: number, body: unknown): boolean {
  if (status < 500 || status === 501) return false;
  return status === 502 || status === 504 || !z.safeParse(problemBody, body).success;
}

/** Every error status and when it's returned. */
export const problemStatuses = {
  400: 'The body or query is invalid; `detail` lists every problem.',
  401: 'Not signed in, session expired, wrong login or password, or unknown API key.',
  403: 'No role grants the privilege; `detail` names the missing feature and privilege.',
  404: "The resource doesn't exist or isn't visible to this user.",
  405: "The path doesn't support this method; see the Allow header.",
  406: 'The Accept header excludes application/json.',
  409: 'The current state forbids it.',
  413: "The body is too large: over 1 MiB, or over the operation's limit.",
  415: "The body isn't application/json, or it's compressed.",
  429: 'Too many failed or unfinished sign-ins, or too many unfinished jobs; see the Retry-After header.',
  500: 'Internal error; `detail` contains the request id.',
  502: "The gateway couldn't reach the service.",
  503: 'The service is overloaded or shutting down, or its database is down or slow; see the Retry-After header.',
  504: "The service didn't respond to the gateway in time.",
} as const;
export type ProblemStatus = keyof typeof problemStatuses;
