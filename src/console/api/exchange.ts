import type { Endpoint, ResponseOf } from '../../contract/endpoint.ts';
import { versionHeader } from '../../contract/gateway.ts';
import { parseRetryAfter } from '../../contract/retry-after.ts';
import { createClient } from '../../client/client.ts';
import { ApiError, isNotOffered, meansUnreachable } from '../../client/errors.ts';
import { featureOf, type Feature } from '../../client/features.ts';
import { createLists } from '../../client/lists.ts';
import type { Called, CallInput, Received, Sent } from '../../client/request.ts';
import { longestWait } from '../../client/retries.ts';
import { createEvent, createStore } from '../lib/store.ts';
import { isDocumented, knownKind } from './kind.ts';
import { record } from './recorder.ts';
import { noteVersion } from './new-version.ts';
import { askProxy, checkSender, proxySignIn } from './sign-in-proxy.ts';

const client = createClient({ exchange: send, kind: knownKind });

/**
 * Calls the connected service, and learns from the response what it can do.
 * @throws ApiError as `createClient` says
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<ResponseOf<E>> {
  try {
    const response = await client(endpoint, input);
    learnFrom(endpoint);
    return response;
  } catch (error) {
    // Extensions are known to be lacking.
    if (!(endpoint.extension && isDocumented())) learnFrom(endpoint, error);
    throw error;
  }
}

/** Whole lists of the connected service. */
export const { loadAll, loadList } = createLists(call, isDocumented);

/** What the service lacks, as far as its responses have shown. It may change: the Lab simulates older services. */
export const lackedFeatures = createStore<ReadonlySet<Feature>>(new Set());

/** Learns from a response, or the error that a call failed with, whether the service offers what was requested. */
function learnFrom(endpoint: Endpoint, error?: unknown): void {
  const feature = featureOf(endpoint);
  const isLacked = isNotOffered(error);
  const known = lackedFeatures.get();
  if (!feature || (error && !isLacked) || known.has(feature) === isLacked) return;
  const others = [...known].filter((other) => other !== feature);
  lackedFeatures.set(new Set(isLacked ? [...others, feature] : others));
}

/** After a 401, except to a request for `/authentication`. */
export const sessionExpired = createEvent();

/** After a 400 or 403, which a remote service may return without a session (docs/decisions.md, "Authentication"). */
export const rejected = createEvent();

/** After a call that couldn't reach the service. */
export const unreachable = createEvent();

/**
 * Sends a request through the gateway, and emits what its response means for the session and the connection.
 * @throws ApiError if there is no response, or only a proxy's, as `checkSender`
 */
export async function send(called: Called, sent: Sent, signal?: AbortSignal): Promise<Received> {
  const received = await exchange(called, sent, { signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.kind === 'network') unreachable.emit();
    throw error;
  });
  const { status, headers } = received.response;
  const retryAfter = parseRetryAfter(headers.get('retry-after'), headers.get('date'));
  // Checking whether a service is back that asks to wait would be more of what it can't take.
  const hasToWait = Number(retryAfter) > longestWait / 1000;
  // The gateway's own endpoints reach others than the service, such as providers.
  const isAboutOthers = called.path.startsWith('/-/') && headers.get(versionHeader) !== null;
  if (meansUnreachable(status) && !hasToWait && !isAboutOthers) unreachable.emit();
  emitSessionEvent(called, status, sent.address);
  return received;
}

/** Paths that the service has responded to, so that a 404 is surprising. */
const worked = new Set<string>();
const mostWorked = 1_000;

/**
 * Has the session checked if a response may mean that it's over: some services hide what they have from strangers. Callers of
 * `/authentication` interpret its status themselves.
 */
function emitSessionEvent({ path }: Called, status: number, address: string): void {
  const [known = ''] = address.split('?');
  if (status === 200 && worked.size < mostWorked) worked.add(known);
  if (path === '/authentication') return;
  if (status === 401) sessionExpired.emit();
  // Once: what was deleted stays away.
  else if (status === 400 || status === 403 || (status === 404 && worked.delete(known))) rejected.emit();
}

const timeoutMilliseconds = 60_000;

interface FullyReceived extends Received {
  response: Response;
  text: string;
  bytes: number;
  milliseconds: number;
}

/**
 * Sends a request with this browser's session and records it. Every API call of this tab goes through here.
 * @param text the exact body, if it isn't just `sent.body` as JSON
 * @throws ApiError if there is no response, or only a proxy's, as `checkSender`
 */
async function exchange(
  called: Called,
  sent: Sent,
  { signal, text }: { signal?: AbortSignal | undefined; text?: string | undefined } = {},
): Promise<FullyReceived> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  const recordEnd = record(called, sent);
  const startedAt = performance.now();
  let hasResponded = false;
  // Nothing leaves a browser that's offline.
  const isUnsent = called.method !== 'GET' && !navigator.onLine;
  try {
    const response = await fetch(sent.address, {
      method: called.method,
      headers: sent.headers,
      credentials: 'same-origin',
      // The gateway redirects no reads of the API, only navigations. A remote service may redirect writes.
      redirect: called.method === 'GET' ? 'manual' : 'follow',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(sent.body === undefined ? {} : { body: text ?? JSON.stringify(sent.body) }),
    });
    hasResponded = true;
    noteVersion(response);
    if (response.type === 'opaqueredirect') await checkSender(response);
    const received = await receive(response);
    const { status, statusText } = response;
    const headers = Object.fromEntries(response.headers);
    recordEnd({ response: { status, statusText, headers, body: received.body, bytes: received.bytes } });
    await checkSender(response);
    return { ...received, milliseconds: performance.now() - startedAt };
  } catch (error) {
    if (signal?.aborted) {
      recordEnd({ failure: 'Cancelled by the page' });
      throw error;
    }
    if (error instanceof ApiError) {
      recordEnd({ failure: error.message });
      throw error;
    }
    const reason = timeout.aborted
      ? "The service didn't respond within a minute"
      : hasResponded
        ? "The service's response was cut off"
        : "Couldn't reach the service";
    recordEnd({ failure: reason });
    // A proxy's redirect of a write to another origin looks like a broken connection.
    if (called.method !== 'GET' && !timeout.aborted && (await askProxy())) throw proxySignIn();
    throw Object.assign(new ApiError('network', 0, [reason]), isUnsent && { outcome: 'unsent' });
  }
}

async function receive(response: Response) {
  const buffer = await response.arrayBuffer();
  const text = new TextDecoder().decode(buffer);
  return { response, text, ...parse(text), bytes: buffer.byteLength };
}

function parse(text: string): { body: unknown; isJson: boolean } {
  if (text === '') return { body: undefined, isJson: true };
  try {
    return { body: JSON.parse(text), isJson: true };
  } catch {
    return { body: text, isJson: false };
  }
}

/** A custom request. */
interface RawRequest {
  called: Called;
  /** On this origin, including the query. */
  address: string;
  /** JSON, sent exactly as it is. */
  body?: string | undefined;
  signal?: AbortSignal;
}

export type RawResponse = Awaited<ReturnType<typeof rawCall>>;

/** Sends a request with this browser's session and returns any response, not validated. @throws ApiError if there is none */
export async function rawCall({ called, address, body, signal }: RawRequest) {
  const sent = {
    address,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    // Parsed, so that the recorder can redact secrets by field name.
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  };
  const { response, ...received } = await exchange(called, sent, { signal, text: body });
  const { status, statusText, headers } = response;
  return { ...received, status, statusText, headers: [...headers] };
}
