import { queryOptions } from '@tanstack/react-query';
import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { authenticationEndpoints } from '../../../contract/endpoints/authentication.ts';
import { oidcLoginsEndpoints } from '../../../contract/endpoints/oidc-logins.ts';
import { gatewayInfo, type GatewayInfo } from '../../../contract/gateway.ts';
import { call } from '../../api/client.ts';
import { ApiError, isStatus } from '../../api/errors.ts';
import { completed } from './completed.ts';

/** The signed-in user with their group and roles. Fails with a 4xx where nobody is signed in. */
export function authenticationQuery() {
  return queryOptions({
    queryKey: ['authentication'],
    queryFn: ({ signal }) => currentUser(signal),
    staleTime: 60_000,
  });
}

/** The providers that one can sign in with, in the service's order (extension). */
export function oidcLoginsQuery() {
  return queryOptions({
    queryKey: ['oidc-logins'],
    queryFn: async ({ signal }) => (await call(oidcLoginsEndpoints.listOidcLogins, { signal })).body.data,
    retry: false,
  });
}

/** Whether the service has told this tab who is signed in: one that never does says nothing by refusing to. */
let hasTold = false;

/** Whether `GET /authentication` works with a session, as far as this tab has seen. */
export function tellsWhoIsSignedIn(): boolean {
  return hasTold;
}

/** Asks the service who is signed in. @throws ApiError 4xx where nobody is: see `meansSignedOut` */
export async function currentUser(signal?: AbortSignal): Promise<AuthenticationResult> {
  const { body } = await call(authenticationEndpoints.getAuthentication, signal ? { signal } : {});
  hasTold = true;
  return completed(body);
}

/**
 * Whether a failed `GET /authentication` means that nobody is signed in. The document doesn't show the response to
 * missing credentials, so any 4xx does.
 */
export function meansSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

let asking: Promise<AuthenticationResult | undefined> | undefined;

/**
 * Asks again who is signed in, after somebody was.
 * @returns undefined where nobody is any more
 * @throws ApiError where the service doesn't say, because it can't be reached, is busy, or never says
 */
export function stillSignedIn(): Promise<AuthenticationResult | undefined> {
  // Refusals come in groups, and one question answers them all.
  asking ??= askAgain().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function askAgain(): Promise<AuthenticationResult | undefined> {
  try {
    return await currentUser();
  } catch (error) {
    const busy = isStatus(error, 408) || isStatus(error, 429);
    if (isStatus(error, 401) || (hasTold && meansSignedOut(error) && !busy)) return undefined;
    throw error;
  }
}

/** Whether two results are about different users, as far as the service says who they are about. */
export function areDifferent(one: { user: string }, other: { user: string }): boolean {
  return one.user !== '' && other.user !== '' && one.user !== other.user;
}

/** What the gateway tells of itself: where we are connected, and the demo's sign-ins. */
export function gatewayQuery() {
  return queryOptions({
    queryKey: ['gateway'],
    queryFn: async ({ signal }): Promise<GatewayInfo> => {
      const response = await fetch('/-/gateway', { signal });
      if (!response.ok) throw new ApiError('not-the-api', response.status, ['The gateway does not answer']);
      return gatewayInfo.parse(await response.json());
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Where a sign-out ended: at the service, or in this browser alone because the service has no sign-out. */
export type SignOutResult = 'ended' | 'cookie cleared';

/** Ends the session. @throws ApiError when neither the service nor the gateway could */
export async function signOut(): Promise<SignOutResult> {
  try {
    await call(authenticationEndpoints.signOut);
    return 'ended';
  } catch (error) {
    if (isStatus(error, 401) || ((isStatus(error, 400) || isStatus(error, 403)) && (await isOver())))
      return 'ended';
    if (!isStatus(error, 404) && !isStatus(error, 405)) throw error;
    const response = await fetch('/-/session', { method: 'DELETE' });
    if (!response.ok)
      throw new ApiError('not-the-api', response.status, ['The gateway could not clear the cookie']);
    return 'cookie cleared';
  }
}

/** Whether the session is over, as far as the service says. */
async function isOver(): Promise<boolean> {
  return stillSignedIn().then(
    (user) => user === undefined,
    () => false,
  );
}
