import { queryOptions } from '@tanstack/react-query';
import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import { authenticationEndpoints } from '../../../contract/endpoints/authentication.ts';
import { oidcLoginsEndpoints } from '../../../contract/endpoints/oidc-logins.ts';
import { gatewayInfo, type GatewayInfo } from '../../../contract/gateway.ts';
import { call } from '../../api/exchange.ts';
import { ApiError, isAbsent, isStatus } from '../../../client/errors.ts';
import { fetchFromGateway } from '../../api/sign-in-proxy.ts';
import { ifAsked } from '../../api/retries.ts';
import { withDefaults } from '../../../client/records.ts';
import type { SignedOut } from './channel.ts';

/** The signed-in user with their group and roles. Fails with a 4xx if nobody is signed in. */
export const authenticationQuery = queryOptions({
  queryKey: ['authentication'],
  queryFn: ({ signal }) => currentUser(signal),
  staleTime: 60_000,
});

/** The providers to sign in with, in the service's order (extension). */
export const oidcLoginsQuery = queryOptions({
  queryKey: ['oidc-logins'],
  queryFn: async ({ signal }) => (await call(oidcLoginsEndpoints.listOidcLogins, { signal })).body.data,
  ...ifAsked,
});

/** Whether `GET /authentication` has succeeded in this tab. If it never does, its failure doesn't mean signed out. */
let hasSucceeded = false;

/** Whether `GET /authentication` works with a session, as far as this tab has seen. */
export function hasIdentifiedUser(): boolean {
  return hasSucceeded;
}

/** Fetches the signed-in user. @throws ApiError with a 4xx if nobody is signed in: see `meansSignedOut` */
export async function currentUser(signal?: AbortSignal): Promise<AuthenticationResult> {
  const { body } = await call(authenticationEndpoints.getAuthentication, { signal });
  hasSucceeded = true;
  return withDefaults(body);
}

/**
 * Whether the browser has dropped the cookie of a sign-in that has just succeeded. Only 401 proves it: a remote service may
 * lack the endpoint.
 */
export async function isSessionLost(): Promise<boolean> {
  try {
    await currentUser();
    return false;
  } catch (error) {
    return isStatus(error, 401);
  }
}

/**
 * Whether a failed `GET /authentication` means that nobody is signed in. The API doesn't define the response to missing
 * credentials, so any 4xx does.
 */
export function meansSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

let pending: Promise<AuthenticationResult | undefined> | undefined;

/**
 * Checks whether the user is still signed in, and as whom.
 * @returns undefined if no one is signed in any longer
 * @throws ApiError if the service can't be reached, is busy, or never says who is signed in
 */
export function stillSignedIn(): Promise<AuthenticationResult | undefined> {
  // Rejections come in bursts, and one request settles them all.
  pending ??= fetchAgain().finally(() => {
    pending = undefined;
  });
  return pending;
}

async function fetchAgain(): Promise<AuthenticationResult | undefined> {
  try {
    return await currentUser();
  } catch (error) {
    const busy = isStatus(error, 408) || isStatus(error, 429);
    if (isStatus(error, 401) || (hasSucceeded && meansSignedOut(error) && !busy)) return undefined;
    throw error;
  }
}

/** Whether two results are about different users; false if the service doesn't identify them. */
export function areDifferent(one: { user: string }, other: { user: string }): boolean {
  return one.user !== '' && other.user !== '' && one.user !== other.user;
}

/** The gateway's information: the connection, its features and the demo's sign-ins. */
export const gatewayQuery = queryOptions({
  queryKey: ['gateway'],
  queryFn: async ({ signal }): Promise<GatewayInfo> => {
    const response = await fetchFromGateway('/-/gateway', { signal });
    if (!response.ok) throw new ApiError('not-the-api', response.status, ["The gateway didn't respond"]);
    return gatewayInfo.parse(await response.json());
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Signs out. @throws ApiError if neither the service nor the gateway could */
export async function signOut(): Promise<SignedOut> {
  try {
    await call(authenticationEndpoints.signOut);
    return 'yes';
  } catch (error) {
    if (isStatus(error, 401) || ((isStatus(error, 400) || isStatus(error, 403)) && (await hasEnded())))
      return 'yes';
    if (!isAbsent(error)) throw error;
    const response = await fetchFromGateway('/-/session', { method: 'DELETE' });
    if (!response.ok)
      throw new ApiError('not-the-api', response.status, ["The gateway couldn't clear the cookie"]);
    return 'here';
  }
}

/** Whether the session has ended, as far as the service says. */
async function hasEnded(): Promise<boolean> {
  return stillSignedIn().then(
    (user) => user === undefined,
    () => false,
  );
}
