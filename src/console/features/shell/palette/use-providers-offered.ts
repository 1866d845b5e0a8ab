import { useQuery } from '@tanstack/react-query';
import { isNotOffered } from '../../../api/errors.ts';
import { ifAsked } from '../../../api/retries.ts';
import { readable } from '../../../data/access/readable.ts';
import { oidcOpsQuery } from '../../../data/oidc/providers.ts';
import { gatewayQuery } from '../../../data/session/queries.ts';
import { useSession } from '../../../data/session/use-session.ts';

/** Whether the service offers providers, as far as is known: one before 9.6.0 doesn't. */
export function useProvidersOffered(): boolean {
  const { user } = useSession();
  const { providers } = readable(user, useQuery(gatewayQuery()).data);
  const { error } = useQuery({ ...oidcOpsQuery(), enabled: providers, staleTime: 30_000, ...ifAsked });
  return !isNotOffered(error);
}
