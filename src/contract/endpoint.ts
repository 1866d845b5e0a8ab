import type * as z from 'zod/v4/core';
import type { RequiredPrivilege } from './access/privileges.ts';
import type { ProblemStatus } from './problems.ts';

/** Who may call an endpoint: anyone, any signed-in user, or users with the privilege (the domain decides on which group). */
export type EndpointAccess = 'public' | 'signed in' | RequiredPrivilege;

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base URL, with parameters as `:id`. */
  path: string;
  summary: string;
  access: EndpointAccess;
  /** The first service version that has it. */
  since?: string;
  /** Not part of the API: a remote service may lack it. */
  extension?: true;
  /** The request identifies a person: the console keeps it out of the request inspector. */
  personal?: true;
  params?: z.$ZodType<Record<string, unknown>>;
  query?: z.$ZodType<Record<string, unknown>>;
  body?: z.$ZodType<{ data: unknown }>;
  /** The largest body, if it differs from the default. */
  bodyBytes?: number;
  /** A list in the body that may be very long, and its maximum length: it's checked in chunks. */
  longList?: { name: string; most: number };
  /** Successful responses by status; null means no body. */
  responses: Readonly<Record<number, z.$ZodType | null>>;
  /** Error statuses beyond those common to its kind. */
  problems?: readonly ProblemStatus[];
}

type OutputOf<Schema> = Schema extends z.$ZodType ? z.output<Schema> : undefined;

/** What a client sends: params and query as in the URL, the body as JSON. */
export type ParamsOf<E extends Endpoint> = E['params'] extends z.$ZodType
  ? z.output<E['params']>
  : Record<string, never>;
export type QueryOf<E extends Endpoint> = E['query'] extends z.$ZodType
  ? z.output<E['query']>
  : Record<string, never>;
export type BodyOf<E extends Endpoint> = E['body'] extends z.$ZodType ? z.output<E['body']> : undefined;
export type BodyInputOf<E extends Endpoint> = E['body'] extends z.$ZodType ? z.input<E['body']> : undefined;

/** Every declared successful response, as a union of `{ status, body }`. */
export type ResponseOf<E extends Endpoint> = {
  [Status in keyof E['responses'] & number]: { status: Status; body: OutputOf<E['responses'][Status]> };
}[keyof E['responses'] & number];

export function endpoint<
  const Method extends Endpoint['method'],
  const Rest extends Omit<Endpoint, 'method' | 'path' | 'summary'>,
>(method: Method, path: string, summary: string, rest: Rest) {
  return { method, path, summary, ...rest };
}

/** An endpoint's error statuses: those common to its kind, and its own. */
export function errorStatuses({
  access,
  method,
  params,
  since,
  problems,
  responses,
}: Endpoint): ProblemStatus[] {
  const statuses = new Set<ProblemStatus>([400, 406, 500, 503, ...(problems ?? [])]);
  if (access !== 'public') statuses.add(401);
  if (typeof access === 'object') statuses.add(403);
  if (params || since !== undefined) statuses.add(404);
  if (method !== 'GET') statuses.add(413).add(415);
  if (202 in responses) statuses.add(429);
  return [...statuses].toSorted((left, right) => left - right);
}
