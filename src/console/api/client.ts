import type { ResponseOf, BodyInputOf, Endpoint, ParamsOf, QueryOf } from '../../contract/endpoint.ts';
import { jobPathIn, type JobStatus } from '../../contract/jobs.ts';
import { problemBody } from '../../contract/problems.ts';
import { ApiError } from './errors.ts';
import { exchange, type Received } from './exchange.ts';
import { withTakenParameters } from './query-parameters.ts';
import type { Called, RecordedCall, Sent } from './recorder.ts';

const basePath = '/api';

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

const refusalListeners = new Set<Listener>();

/**
 * Calls `listener` whenever a call is refused with a status that says nothing about the session in the document, but
 * may mean at a remote service that there is none: 400 or 403. Returns the way to stop.
 */
export function onRefusal(listener: Listener): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
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
 * @returns the declared answer: `{ status, body }`. A shape that does not fit is passed on as it came, because a remote
 *   service may differ and the page must go on; the contract watch tells of it
 * @throws ApiError for every 4xx and 5xx answer, a failing network, or an answer that is not the API's
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<ResponseOf<E>> {
  const { response, body } = await withTakenParameters(endpoint, queryOf(input), (query) =>
    send(endpoint, toSend(endpoint, { ...input, query }), input.signal),
  );
  return answer(response, body);
}

function queryOf<E extends Endpoint>({ query = {} }: CallInput<E>): NonNullable<CallInput<E>['query']> {
  return query;
}

/** What a call puts on the wire, beside the session. */
export function toSend<E extends Endpoint>(endpoint: E, input: CallInput<E>): Sent {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (input.body !== undefined) headers['Content-Type'] = 'application/json';
  if (input.respondAsync) headers['Prefer'] = 'respond-async';
  return { address: addressOf(endpoint, input), headers, body: input.body };
}

/** Sends a recorded GET once more. @throws ApiError as `call` does */
export async function sendAgain({ endpoint, sent }: RecordedCall): Promise<void> {
  await send(endpoint, sent);
}

async function send(called: Called, sent: Sent, signal?: AbortSignal): Promise<Received> {
  const received = await receive(called, sent, signal);
  const { response, body, isJson } = received;
  if (unreached.has(response.status)) tellTrouble();
  tellOfSession(called, response.status);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (!isJson)
    throw new ApiError(
      'not-the-api',
      response.status,
      [`The answer (status ${response.status}) is not JSON: something other than the service answered`],
      requestId,
    );
  if (!response.ok) throw problem(response, body, requestId);
  return received;
}

/** Whoever asks for `/authentication` knows what its response means. */
function tellOfSession({ path }: Called, status: number): void {
  if (path === '/authentication') return;
  const listeners =
    status === 401 ? sessionOverListeners : status === 400 || status === 403 ? refusalListeners : [];
  for (const listener of listeners) listener();
}

async function receive(called: Called, sent: Sent, signal: AbortSignal | undefined): Promise<Received> {
  try {
    return await exchange(called, sent, { signal });
  } catch (error) {
    if (error instanceof ApiError) tellTrouble();
    throw error;
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

function problem(response: Response, body: unknown, requestId: string | undefined): ApiError {
  const parsed = problemBody.safeParse(body);
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

function answer<E extends Endpoint>(response: Response, body: unknown): ResponseOf<E> {
  if (response.status === 202) {
    return {
      status: 202,
      body: jobOf(body, response.headers.get('location') ?? ''),
    } as unknown as ResponseOf<E>;
  }
  // What deviates from the contract goes on as it is: see `call`.
  return { status: response.status, body } as ResponseOf<E>;
}

/** The document promises "a resource to query": a service may name it in the status, or in `Location` alone. */
function jobOf(body: unknown, location: string): JobStatus {
  const told = Object(body) as Partial<Record<keyof JobStatus, unknown>>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const path = jobPathIn(text(told.delayed_job_status_resource)) ?? jobPathIn(location) ?? '';
  return {
    delayed_job_status_resource: path,
    message: text(told.message),
    finished: false,
    failed: false,
    user: text(told.user),
  };
}
