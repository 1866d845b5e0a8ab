import { noSessionRenewal } from '../../contract/access/authentication.ts';
import { versionHeader } from '../../contract/gateway.ts';
import { createStore } from '../lib/store.ts';
import { ApiError, notJson } from '../../client/errors.ts';
import { noteVersion } from './new-version.ts';
import { longestWait } from '../../client/retries.ts';

/** Whether a proxy in front of the gateway wants a sign-in of its own. No query is repeated until then. */
export const proxyWantsSignIn = createStore(false);

/** Why a call failed that a sign-in proxy answered: its own session has ended. It has no status of the service. */
export function proxySignIn(): ApiError {
  const sentence = 'A proxy in front of the service asks you to sign in. Reload the page to sign in';
  return new ApiError('sign-in-proxy', 0, [sentence]);
}

/**
 * Checks that the gateway or the service sent a response.
 * @throws ApiError if a proxy asks for a sign-in, with a redirect, a page, or a 401 of its own, or if it only refuses this
 *   request, as firewalls do
 */
export async function checkSender(response: Response): Promise<void> {
  if (response.headers.has(versionHeader)) note(false);
  if (!isFromSignInProxy(response)) return;
  if (await askProxy()) throw proxySignIn();
  const { type, status, ok } = response;
  const sentence =
    type === 'opaqueredirect'
      ? 'The response is a redirect, which only a link can follow'
      : ok
        ? notJson(status)
        : `A proxy in front of the service refused this request (${status})`;
  // A write may have been done before a proxy replaced its success (`mayHaveBeenDone`). Other statuses aren't the service's.
  throw new ApiError('not-the-api', ok ? status : 0, [sentence]);
}

function isFromSignInProxy({ type, status, ok, headers }: Response): boolean {
  if (headers.has(versionHeader)) return false;
  if (type === 'opaqueredirect' || status === 401) return true;
  return (ok || status === 403) && headers.get('content-type')?.includes('text/html') === true;
}

function note(wantsSignIn: boolean): void {
  if (proxyWantsSignIn.get() !== wantsSignIn) proxyWantsSignIn.set(wantsSignIn);
}

/** Fetches one of the gateway's own paths, which aren't part of the API. @throws ApiError as `checkSender`, TypeError without a response */
export async function fetchFromGateway(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, { ...init, redirect: 'manual' });
  noteVersion(response);
  await checkSender(response);
  return response;
}

/**
 * Asks whether the service responds, without renewing the session. Not recorded: the inspector lists what the pages need.
 * @returns its status
 * @throws ApiError if a proxy asks for a sign-in, TypeError without a response
 */
export async function askService(signal?: AbortSignal): Promise<number> {
  const headers = { Accept: 'application/json', Prefer: noSessionRenewal };
  const init = { signal: signal ?? null, headers, redirect: 'manual' } as const;
  const response = await fetch('/api/authentication', init);
  await response.arrayBuffer();
  noteVersion(response);
  const wantsSignIn = isFromSignInProxy(response);
  if (wantsSignIn || response.headers.has(versionHeader)) note(wantsSignIn);
  if (wantsSignIn) throw proxySignIn();
  return response.status;
}

let pending: Promise<boolean> | undefined;

/** Asks whether a proxy wants a sign-in. @returns what was known before if there's no response */
export function askProxy(): Promise<boolean> {
  // Refusals come in bursts, and one request settles them all. A proxy that responds is noted.
  pending ??= askService(AbortSignal.timeout(longestWait))
    .catch(() => undefined)
    .then(() => {
      pending = undefined;
      return proxyWantsSignIn.get();
    });
  return pending;
}
