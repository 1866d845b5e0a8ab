import { useQuery } from '@tanstack/react-query';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { providerSessionsQuery } from '../../../data/oidc/providers.ts';
import { count } from '../../../lib/text.ts';

/** How many sessions end if providers are deleted, after a sentence; nothing if there are none, or the service doesn't say. */
export function EndedSessions({ ops }: { ops: readonly OidcOp[] }) {
  const { data } = useQuery(providerSessionsQuery());
  const sessions = ops.reduce((sum, { id }) => sum + (data?.get(`/oidc_ops/${id}`) ?? 0), 0);
  return sessions > 0 && ` (${count(sessions, 'session')})`;
}
