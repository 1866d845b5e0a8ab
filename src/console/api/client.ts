import * as z from 'zod/mini';
import type { AnswerOf, BodyInputOf, Endpoint, ParamsOf, QueryOf } from '../../contract/endpoint.ts';
import { jobPathIn, type JobStatus } from '../../contract/jobs.ts';
import { problemBody } from '../../contract/problems.ts';
import { reportContractProblem } from './contract-watch.ts';
import { ApiError } from './errors.ts';

const basePath = '/api';
const timeoutMilliseconds = 60_000;

/** What a call sends. Values of params and query are turned into text; undefined ones are left out. */
export interface CallInput<E extends Endpoint> {
  /** Ids of a remote service may be of another kind than ours. */
  params?: { [Name in keyof ParamsOf<E>]: ParamsOf<E>[Name] | string };
  query?: Partial<Record<keyof QueryOf<E>, string | number | undefined>>;
  body?: BodyInputOf<E>;
  /** Asks for a background job on any write (RFC 7240; extension). */
  respondAsync?: boolean;
  signal?: AbortSignal;
}

type Listener = () => void;
const sessionOverListeners = new Set<Listener>();

/** Calls `listener` whenever an answer is 401 to a call other than signing in. Returns the way to stop. */
export function onSessionOver(listener: Listener): () => void {
  sessionOverListeners.add(listener);
  return () => sessionOverListeners.delete(listener);
}

const troubleListeners = new Set<Listener>();
/** The service was not reached, or not in time: the gateway's own words for it, and a load balancer's. */
const unreached = new Set([502, 503, 504]);

/** Calls `listener` whenever a call did not reach the service. Returns the way to stop. */
export function onTrouble(listener: Listener): () => void {
  troubleListeners.add(listener);
  return () => troubleListeners.delete(listener);
}

function tellTrouble(): void {
  for (const listener of troubleListeners) listener();
}

/**
 * Calls an endpoint of the management API through the gateway.
 * @returns the declared answer: `{ status, body }`. A shape that does not fit is reported to the contract watch and
 *   passed on as it came, because a remote service may differ and the page must go on
 * @throws ApiError for every 4xx and 5xx answer, a failing network, or an answer that is not the API's
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<AnswerOf<E>> {
  const response = await send(endpoint, input);
  if (unreached.has(response.status)) tellTrouble();
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const body = await readJson(response, requestId);
  if (!response.ok) throw problem(endpoint, response, body, requestId);
  return answer(endpoint, response, body);
}

async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (input.body !== undefined) headers['Content-Type'] = 'application/json';
  if (input.respondAsync) headers['Prefer'] = 'respond-async';
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  try {
    return await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
  } catch (error) {
    if (input.signal?.aborted) throw error;
    tellTrouble();
    const reason = timeout.aborted
      ? 'The service did not answer within a minute'
      : 'The service cannot be reached';
    throw new ApiError('network', 0, [reason]);
  }
}

/** The address of a call on the gateway, with parameters filled in and encoded. */
export function addressOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const params: Record<string, unknown> = input.params ?? {};
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries<string | number | undefined>(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const search = query.toString();
  // The gateway's own addresses are beside those of the service.
  return `${path.startsWith('/-/') ? '' : basePath}${path}${search && `?${search}`}`;
}

async function readJson(response: Response, requestId: string | undefined): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(
      'not-the-api',
      response.status,
      [`The answer (status ${response.status}) is not JSON: something other than the service answered`],
      requestId,
    );
  }
}

function problem(
  endpoint: Endpoint,
  response: Response,
  body: unknown,
  requestId: string | undefined,
): ApiError {
  if (response.status === 401 && endpoint.path !== '/authentication') {
    for (const listener of sessionOverListeners) listener();
  }
  const parsed = problemBody.safeParse(body);
  if (!parsed.success) reportContractProblem(endpoint, response.status, 'the error has no detail array');
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(
    'problem',
    response.status,
    parsed.success
      ? parsed.data.detail
      : [`The service answered ${response.status} ${response.statusText}`.trim()],
    requestId,
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}

function answer<E extends Endpoint>(endpoint: E, response: Response, body: unknown): AnswerOf<E> {
  const schema = endpoint.responses[response.status];
  if (response.status === 202 && !isJobStatus(body)) {
    // The document promises "a resource to query": a service may name it in `Location` alone.
    return { status: 202, body: jobAt(response.headers.get('location') ?? '') } as unknown as AnswerOf<E>;
  }
  if (schema === undefined) {
    reportContractProblem(endpoint, response.status, 'the status is not declared');
  } else if (schema !== null) {
    const parsed = z.safeParse(schema, body);
    // The parsed copy is not used on purpose: it would drop what a newer service adds.
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      reportContractProblem(endpoint, response.status, `${issue?.path.join('.')}: ${issue?.message}`);
    }
  }
  // The contract has just been checked, or its breach reported: see above.
  return { status: response.status, body } as AnswerOf<E>;
}

function isJobStatus(body: unknown): boolean {
  return typeof (body as Partial<JobStatus> | undefined)?.delayed_job_status_resource === 'string';
}

/** The status of a job of which only the place is known. */
function jobAt(location: string): JobStatus {
  const path = jobPathIn(location) ?? '';
  return { delayed_job_status_resource: path, message: '', finished: false, failed: false, user: '' };
}
