import { useQuery } from '@tanstack/react-query';
import { gatewayQuery } from '../../../data/session/queries.ts';
import { useSession } from '../../../data/session/use-session.ts';

/**
 * Whether to offer changes. A remote service names the OIDC feature after itself, so its name is unknown here: changes
 * are offered then, and the service's 403 is shown.
 */
export function useCanEdit(): boolean {
  const { user, holds } = useSession();
  const { data: gateway } = useQuery(gatewayQuery());
  if (holds('palisade', 'rw')) return true;
  const known = user.roles.some((role) => role.features.some(({ name }) => name === 'palisade'));
  return gateway?.mode === 'remote' && !known;
}
