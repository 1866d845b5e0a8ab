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
  return canEdit(user, gateway);
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
  if (!canEdit(user, gateway)) await requirePrivilege(queryClient, feature, 'rw');
}

/**
 * A remote service names the OIDC feature after itself, so its name is unknown here: changes are offered then, and the
 * service's 403 is shown.
 */
function canEdit({ roles }: AuthenticationResult, gateway: GatewayInfo | undefined): boolean {
  if (holds(roles, feature, 'rw')) return true;
  const known = roles.some((role) => role.features.some(({ name }) => name === feature));
  return gateway?.mode === 'remote' && !known;
}
