import { useQuery } from '@tanstack/react-query';
import { gatewayQuery } from '../../../data/session/queries.ts';
import { movedSecret, secretWarning } from './moved-secret.ts';
import type { Editor } from '../editor/use-editor.ts';

/** What would become of the stored secret if the form was saved now; undefined where it stays with its endpoint. */
export function useSecretWarning({ base, baseValues, values, secret }: Editor): string | undefined {
  const remote = useIsRemote();
  const moved = base && secret.mode === 'stored' ? movedSecret(baseValues, values) : undefined;
  return moved && secretWarning(moved, remote);
}

/** Whether the service is somebody else's, which may treat secrets otherwise. */
export function useIsRemote(): boolean {
  const { data: gateway } = useQuery(gatewayQuery());
  return gateway?.mode !== 'embedded';
}
