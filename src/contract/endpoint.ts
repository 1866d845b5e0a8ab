import type * as z from 'zod/v4/core';
import type { Need } from './access/privileges.ts';
import type { ProblemStatus } from './problems.ts';

/** Who may call: anybody, whoever is signed in, or whoever holds the privilege (on which group, the domain says). */
export type Access = 'public' | 'signed in' | Need;

/** One method on one path of the API. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base address, parameters as `:id`. */
  path: string;
  summary: string;
  access: Access;
  /** First version of the service that has it. */
  since?: string;
  /** Not in the document: a service may lack it. */
  extension?: true;
  /** What is sent identifies a person: the console keeps it out of its record of requests. */
  personal?: true;
  params?: z.$ZodType<Record<string, unknown>>;
  query?: z.$ZodType<Record<string, unknown>>;
  body?: z.$ZodType<{ data: unknown }>;
  /** How large the body may be, where that is not the usual size. */
  bodyBytes?: number;
  /** The list in the body that may be very long, and how many items it may have: it is checked in pieces. */
  longList?: { name: string; most: number };
  /** Successful answers by status; null is an answer without a body. */
  responses: Readonly<Record<number, z.$ZodType | null>>;
  /** Error statuses beyond those that every endpoint of its kind has. */
  problems?: readonly ProblemStatus[];
}

type OutputOf<Schema> = Schema extends z.$ZodType ? z.output<Schema> : undefined;

/** What a client sends: params and query as the URL has them, the body as JSON. */
export type ParamsOf<E extends Endpoint> = E['params'] extends z.$ZodType
  ? z.output<E['params']>
  : Record<string, never>;
export type QueryOf<E extends Endpoint> = E['query'] extends z.$ZodType
  ? z.output<E['query']>
  : Record<string, never>;
export type BodyOf<E extends Endpoint> = E['body'] extends z.$ZodType ? z.output<E['body']> : undefined;
export type BodyInputOf<E extends Endpoint> = E['body'] extends z.$ZodType ? z.input<E['body']> : undefined;

/** Every declared successful answer, as a union of `{ status, body }`. */
export type AnswerOf<E extends Endpoint> = {
  [Status in keyof E['responses'] & number]: { status: Status; body: OutputOf<E['responses'][Status]> };
}[keyof E['responses'] & number];

/** Keeps the literal types of an endpoint. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}
