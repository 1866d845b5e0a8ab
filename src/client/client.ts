import { referenceHeader } from '../contract/access/authentication.ts';
import type { Endpoint, ResponseOf } from '../contract/endpoint.ts';
import { outcomeHeader, serviceHeader } from '../contract/gateway.ts';
import { startedJobIn, type JobStatus } from '../contract/jobs.ts';
import { meansUnknown, sentencesIn } from '../contract/problems.ts';
import { parseRetryAfter } from '../contract/retry-after.ts';
import { ApiError, mayHaveBeenDone, notJson } from './errors.ts';
import { notOffered, whyFailed } from './features.ts';
import { kindIn, type KnownKind } from './kind.ts';
import { requestOf, type Called, type CallInput, type Received, type Sent } from './request.ts';
import { readBody, unwrapped } from './response-body.ts';

/** How a client reaches a service. */
export interface Connection {
  /** Sends a request. @throws ApiError if there's no response, or none of the service */
  exchange(called: Called, sent: Sent, signal: AbortSignal | undefined): Promise<Received>;
  kind: KnownKind;
  /** Of the API; the gateway's by default. */
  basePath?: string;
}

/** Calls an endpoint of a service, as `createClient` says. */
export type Call = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<ResponseOf<E>>;

/**
 * What calls the management API.
 * @returns a function that returns the declared response: `{ status, body }`, with what the service omits. Further violations of
 *   the contract stay, because a remote service may differ. It throws an ApiError for every 4xx and 5xx response, a network
 *   failure, or a response that isn't JSON; of the kind `not-offered` if the service lacks the feature, and `not-the-api` if the
 *   response isn't what was requested. A write may have been done nevertheless if it's marked as `mayBeDone`
 */
export function createClient({ exchange, kind, basePath }: Connection): Call {
  /** The request that shows the kind of service, until its response. */
  let deciding: Promise<unknown> | undefined;
  return async (endpoint, input = {}) => {
    const isSession = endpoint.path === '/authentication';
    // The gateway's own endpoints aren't the service's.
    const isOwn = endpoint.path.startsWith('/-/');
    if (deciding && !isSession && !isOwn && kind.get() === undefined && !kind.isExpected?.()) await deciding;
    const isLimited = kind.get() === 'documented' && !isOwn;
    if (isLimited && endpoint.extension) throw notOffered(endpoint, 404, 'documented');
    const given = isLimited ? { ...input, query: documentedQuery(input.query) } : input;
    const sent = requestOf(endpoint, given, basePath);
    const received = exchange(endpoint, sent, input.signal).then((last) => accepted(last, sent));
    if (isSession)
      deciding = received.then(
        ({ response: { headers } }) => kind.set(kindIn(headers.get(serviceHeader))),
        () => undefined,
      );
    const { response, body } = await received.catch((error: unknown) => {
      if (endpoint.method !== 'GET' && error instanceof ApiError) error.mayBeDone = mayHaveBeenDone(error);
      throw whyFailed(endpoint, error, kind.get());
    });
    const { status, headers } = response;
    const isJob = status === 202 && endpoint.method !== 'GET';
    const read = isJob ? jobIn(body, headers.get('location')) : readBody(endpoint, body);
    // Not validated: see above.
    return { status, body: read } as ResponseOf<typeof endpoint>;
  };
}

/** All parameters are extensions, but a list that is paged has to be continued somehow. */
function documentedQuery<Query extends object>(query: Query | undefined): Query {
  const { start }: { start?: unknown } = query ?? {};
  // A subset.
  return (Number(start) > 0 ? { start } : {}) as Query;
}

/** A successful response. @throws ApiError for any other one */
function accepted(received: Received, sent: Sent): Received {
  const { response, body, isJson } = received;
  const { status, statusText, headers } = response;
  const retryAfter = parseRetryAfter(headers.get('retry-after'), headers.get('date'));
  const requestId = headers.get('x-request-id') ?? undefined;
  if (!isJson && status === 413) throw new ApiError('not-the-api', 413, [sizeLimitSentence(sent)], requestId);
  if (isJson && response.ok) return received;
  const sentences = sentencesIn(body);
  if (sentences.length === 0) sentences.push(`The service responded with ${status} ${statusText}`.trim());
  const reference = headers.get(referenceHeader) ?? undefined;
  const failure = isJson
    ? new ApiError('problem', status, sentences, requestId, retryAfter, reference)
    : new ApiError('not-the-api', status, [notJson(status)], requestId, retryAfter);
  const outcome = headers.get(outcomeHeader) ?? (meansUnknown(status, body) ? 'unknown' : undefined);
  throw outcome === undefined ? failure : Object.assign(failure, { outcome });
}

/** The service's own 413 is JSON and names its limit. */
function sizeLimitSentence({ body }: Sent): string {
  const kilobytes = Math.ceil(new Blob([JSON.stringify(body) ?? '']).size / 1000);
  return `A proxy in front of the service limits the size of requests (413). This one has ${kilobytes.toLocaleString('en')} kB: raise the proxy's limit or send less`;
}

/** The job's status as far as the response says. Its path is empty if there's none. */
function jobIn(body: unknown, location: string | null): JobStatus {
  const status: Partial<Record<keyof JobStatus, unknown>> = { ...unwrapped(body), ...Object(body) };
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    delayed_job_status_resource: startedJobIn(body, location) ?? '',
    message: text(status.message),
    finished: false,
    failed: false,
    user: text(status.user),
  };
}
