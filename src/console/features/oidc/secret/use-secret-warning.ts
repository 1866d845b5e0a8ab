import { useQuery } from '@tanstack/react-query';
import { gatewayQuery } from '../../../data/session/queries.ts';
import { movedSecret, secretWarning } from '../../../data/oidc/moved-secret.ts';
import type { Editor } from '../editor/use-editor.ts';

/** What saving would mean for the stored secret; undefined if its token endpoint doesn't move. */
export function useSecretWarning({ base, baseValues, values, secret }: Editor): string | undefined {
  const remote = useIsRemote();
  const moved = base && secret.mode === 'stored' ? movedSecret(baseValues, values) : undefined;
  return moved && secretWarning(moved, remote);
}

/** Whether the service is a remote one, which may handle secrets differently. */
export function useIsRemote(): boolean {
  const { data: gateway } = useQuery(gatewayQuery());
  return gateway?.mode !== 'embedded';
}
