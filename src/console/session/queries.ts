import { queryOptions } from '@tanstack/react-query';
import type { AuthenticationResult } from '../../contract/authentication.ts';
import { authenticationEndpoints } from '../../contract/endpoints/authentication.ts';
import { oidcLoginsEndpoints } from '../../contract/endpoints/oidc-logins.ts';
import { gatewayInfo, type GatewayInfo } from '../../contract/gateway.ts';
import { call } from '../api/client.ts';
import { ApiError, isStatus } from '../api/errors.ts';
import { completed } from './completed.ts';

/** The signed-in user with their group and roles. Fails with 401 where nobody is signed in. */
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

/** Asks the service who is signed in. @throws ApiError 401 where nobody is */
export async function currentUser(signal?: AbortSignal): Promise<AuthenticationResult> {
  return completed((await call(authenticationEndpoints.getAuthentication, signal ? { signal } : {})).body);
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
    if (isStatus(error, 401)) return 'ended';
    if (!isStatus(error, 404) && !isStatus(error, 405)) throw error;
    const response = await fetch('/-/session', { method: 'DELETE' });
    if (!response.ok)
      throw new ApiError('not-the-api', response.status, ['The gateway could not clear the cookie']);
    return 'cookie cleared';
  }
}
