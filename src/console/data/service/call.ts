import type { Endpoint, ResponseOf } from '../../../contract/endpoint.ts';
import { startedJobIn, type JobStatus } from '../../../contract/jobs.ts';
import { send, type CallInput } from '../../api/client.ts';
import { isDocumented, noteKind } from './kind.ts';
import { readBody, unwrapped } from './response-body.ts';
import { learnFrom, notOffered } from './traits.ts';

/**
 * Calls an endpoint of the management API, and learns from the response what the service can do.
 * @returns the declared response: `{ status, body }`, with what the service omits. Further violations of the contract stay,
 *   because a remote service may differ; the contract watch reports them
 * @throws ApiError as `send`; of the kind `not-offered` if the service lacks the feature, or if the response isn't what was
 *   requested
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<ResponseOf<E>> {
  // The gateway's own endpoints aren't the service's.
  const isLimited = isDocumented() && !endpoint.path.startsWith('/-/');
  if (isLimited && endpoint.extension) throw notOffered(endpoint, 404);
  const sent = isLimited ? { ...input, query: documentedQuery(input.query) } : input;
  const { response, body } = await learnFrom(endpoint, send(endpoint, sent));
  noteKind(endpoint, response);
  const { status } = response;
  const isJob = status === 202 && endpoint.method !== 'GET';
  const read = isJob ? jobIn(body, response.headers.get('location')) : readBody(endpoint, body);
  // Not validated: see above.
  return { status, body: read } as ResponseOf<E>;
}

/** All parameters are extensions, but a list that is paged has to be continued somehow. */
function documentedQuery<Query extends object>(query: Query | undefined): Query {
  const { start }: { start?: unknown } = query ?? {};
  // A subset.
  return (Number(start) > 0 ? { start } : {}) as Query;
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
