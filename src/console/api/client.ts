import { versionHeader } from '../../contract/gateway.ts';
import { parseRetryAfter } from '../../contract/retry-after.ts';
import { ApiError, meansUnreachable } from '../../client/errors.ts';
import type { Called, Received, Sent } from '../../client/request.ts';
import { longestWait } from '../../client/retries.ts';
import { createEvent } from '../lib/store.ts';
import { exchange } from './exchange.ts';

/** After a 401, except to a request for `/authentication`. */
export const sessionExpired = createEvent();

/** After a 400 or 403, which a remote service may return without a session (docs/decisions.md, "Authentication"). */
export const rejected = createEvent();

/** After a call that couldn't reach the service. */
export const unreachable = createEvent();

/**
 * Sends a request through the gateway, and emits what its response means for the session and the connection.
 * @throws ApiError if there is no response, or only a proxy's, as `exchange`
 */
export async function send(called: Called, sent: Sent, signal?: AbortSignal): Promise<Received> {
  const received = await receive(called, sent, signal);
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

async function receive(called: Called, sent: Sent, signal: AbortSignal | undefined): Promise<Received> {
  try {
    return await exchange(called, sent, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'network') unreachable.emit();
    throw error;
  }
}
