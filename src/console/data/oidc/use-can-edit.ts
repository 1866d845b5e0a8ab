import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { AuthenticationResult } from '../../../contract/access/authentication.ts';
import type { GatewayInfo } from '../../../contract/gateway.ts';
import { authenticationQuery, gatewayQuery } from '../session/queries.ts';
import { requirePrivilege } from '../session/require-privilege.ts';
import { holds, useSession } from '../session/use-session.ts';

const feature = 'palisade';

/** Whether to offer changes to providers. */
export function useCanEdit(): boolean {
  const { user } = useSession();
  const { data: gateway } = useQuery(gatewayQuery());
  return mayUseProviders(user, gateway, 'rw');
}

/**
 * Rejects a page that changes providers.
 * @throws ApiError with status 403 for users who can't
 */
export async function requireEditing(queryClient: QueryClient): Promise<void> {
  const [user, gateway] = await Promise.all([
    queryClient.ensureQueryData(authenticationQuery()),
    queryClient.ensureQueryData(gatewayQuery()),
  ]);
  if (!mayUseProviders(user, gateway, 'rw')) await requirePrivilege(queryClient, feature, 'rw');
}

/**
 * Whether to offer reading or changing providers. A remote service names the OIDC feature after itself, so its name is
 * unknown here: both are offered then, and the service decides.
 */
export function mayUseProviders(
  { roles }: AuthenticationResult,
  gateway: GatewayInfo | undefined,
  privilege: 'ro' | 'rw',
): boolean {
  if (holds(roles, feature, privilege)) return true;
  const known = roles.some((role) => role.features.some(({ name }) => name === feature));
  return gateway?.mode === 'remote' && !known;
}
