import { useQuery } from '@tanstack/react-query';
import { gatewayQuery } from '../../../data/session/queries.ts';
import { useSession } from '../../../data/session/use-session.ts';

/**
 * Whether to offer changes. A remote service names its feature after itself, which we cannot know: there the service
 * is asked, and its refusal shown.
 */
export function useMayChange(): boolean {
  const { user, holds } = useSession();
  const { data: gateway } = useQuery(gatewayQuery());
  if (holds('palisade', 'rw')) return true;
  const known = user.roles.some((role) => role.features.some(({ name }) => name === 'palisade'));
  return gateway?.mode === 'remote' && !known;
}
