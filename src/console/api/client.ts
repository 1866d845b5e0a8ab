import type { BodyInputOf, Endpoint, ParamsOf, QueryOf } from '../../contract/endpoint.ts';
import { outcomeHeader, versionHeader } from '../../contract/gateway.ts';
import { noSessionRenewal, referenceHeader } from '../../contract/access/authentication.ts';
import { meansUnknown, sentencesIn } from '../../contract/problems.ts';
import { parseRetryAfter } from '../../contract/retry-after.ts';
import { createEvent } from '../lib/store.ts';
import { formatNumber } from '../lib/text.ts';
import { ApiError, mayHaveBeenDone, meansUnreachable, notJson } from './errors.ts';
import { exchange, type Received } from './exchange.ts';
import type { Called, RecordedCall, Sent } from './recorder.ts';
import { longestWait } from './retries.ts';

const basePath = '/api';

/** A call's input. Params and query values are converted to text; undefined ones are omitted. */
export interface CallInput<E extends Endpoint> {
  /** A remote service's IDs may have another type than ours. */
  params?: { [Name in keyof ParamsOf<E>]: ParamsOf<E>[Name] | string };
  query?: Partial<Record<keyof QueryOf<E>, string | number | undefined>>;
  body?: BodyInputOf<E>;
  /** For calls that the console repeats automatically: they don't keep the session alive (extension). */
  isPolling?: boolean;
  signal?: AbortSignal | undefined;
}

/** After a 401, except to a request for `/authentication`. */
export const sessionExpired = createEvent();

/** After a 400 or 403, which a remote service may return without a session (docs/decisions.md, "Authentication"). */
export const rejected = createEvent();

/** After a call that couldn't reach the service. */
export const unreachable = createEvent();

/**
 * Sends a request to the management API through the gateway. Features use `call`, which adapts to the service.
 * @throws ApiError for every 4xx and 5xx response, a network failure, or a response that isn't JSON. A write may have been
 *   done nevertheless if it's marked as `mayBeDone`
 */
export async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Received> {
  const sent = requestOf(endpoint, input);
  // Nothing leaves a browser that's offline.
  if (endpoint.method === 'GET' || !navigator.onLine) return sendOnce(endpoint, sent, input.signal);
  try {
    return await sendOnce(endpoint, sent, input.signal);
  } catch (error) {
    if (error instanceof ApiError) error.mayBeDone = mayHaveBeenDone(error);
    throw error;
  }
}

/** The request that a call sends, without the session cookie. */
export function requestOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): Sent {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (input.body !== undefined) headers['Content-Type'] = 'application/json';
  if (input.isPolling) headers['Prefer'] = noSessionRenewal;
  return { address: callAddress(endpoint, input), headers, body: input.body };
}

/** Sends a recorded GET again. @throws ApiError like `send` */
export async function sendAgain({ endpoint, sent }: RecordedCall): Promise<void> {
  await sendOnce(endpoint, sent);
}

async function sendOnce(called: Called, sent: Sent, signal?: AbortSignal): Promise<Received> {
  const received = await receive(called, sent, signal);
  const { response, body, isJson } = received;
  const retryAfter = parseRetryAfter(
    response.headers.get('retry-after'),
    response.headers.get('date'),
    Date.now(),
  );
  // Checking whether a service is back that asks to wait would be more of what it can't take.
  const hasToWait = Number(retryAfter) > longestWait / 1000;
  // The gateway's own endpoints reach others than the service, such as providers.
  const isAboutOthers = called.path.startsWith('/-/') && response.headers.has(versionHeader);
  if (meansUnreachable(response.status) && !hasToWait && !isAboutOthers) unreachable.emit();
  emitSessionEvent(called, response.status, sent.address);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (!isJson && response.status === 413)
    throw new ApiError('not-the-api', 413, [sizeLimitSentence(sent)], requestId);
  if (isJson && response.ok) return received;
  const failure = isJson
    ? problem(response, body, requestId, retryAfter)
    : new ApiError('not-the-api', response.status, [notJson(response.status)], requestId, retryAfter);
  const isUnknown = meansUnknown(response.status, body);
  const outcome = response.headers.get(outcomeHeader) ?? (isUnknown ? 'unknown' : undefined);
  throw outcome === undefined ? failure : Object.assign(failure, { outcome });
}

/** The service's own 413 is JSON and names its limit. */
function sizeLimitSentence({ body }: Sent): string {
  const kilobytes = Math.ceil(new Blob([JSON.stringify(body) ?? '']).size / 1000);
  return `A proxy in front of the service limits the size of requests (413). This one has ${formatNumber(kilobytes)} kB: raise the proxy's limit or send less`;
}

/** Paths that the service has responded to, so that a 404 is surprising. */
const worked = new Set<string>();
const mostWorked = 1_000;

/**
 * Has the session checked if a response may mean that it's over: some services hide what they have from strangers. Callers of
 * `/authentication` interpret its status themselves.
 * @param address of the request, if it's one of the API's
 */
export function emitSessionEvent({ path }: Pick<Called, 'path'>, status: number, address?: string): void {
  const [known] = address?.split('?') ?? [];
  if (known !== undefined && status === 200 && worked.size < mostWorked) worked.add(known);
  if (path === '/authentication') return;
  if (status === 401) sessionExpired.emit();
  // Once: what was deleted stays away.
  else if (status === 400 || status === 403 || (status === 404 && worked.delete(known ?? '')))
    rejected.emit();
}

async function receive(called: Called, sent: Sent, signal: AbortSignal | undefined): Promise<Received> {
  try {
    return await exchange(called, sent, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'network') unreachable.emit();
    throw error;
  }
}

/** The call's address on the gateway, with its parameters encoded. */
export function callAddress<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const params: Record<string, unknown> = input.params ?? {};
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries<string | number | undefined>(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const search = query.toString();
  // The gateway's own endpoints aren't below the API's base path.
  return `${path.startsWith('/-/') ? '' : basePath}${path}${search && `?${search}`}`;
}

function problem(
  response: Response,
  body: unknown,
  requestId: string | undefined,
  retryAfter: number | undefined,
): ApiError {
  const sentences = sentencesIn(body);
  return new ApiError(
    'problem',
    response.status,
    sentences.length > 0
      ? sentences
      : [`The service responded with ${response.status} ${response.statusText}`.trim()],
    requestId,
    retryAfter,
    response.headers.get(referenceHeader) ?? undefined,
  );
}
