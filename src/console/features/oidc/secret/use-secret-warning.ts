import { useEmbedded } from '../../../data/session/use-embedded.ts';
import { movedSecret, secretWarning } from '../../../data/oidc/moved-secret.ts';
import type { Editor } from '../editor/use-editor.ts';

/** What saving would mean for the stored secret; undefined if its token endpoint doesn't move. */
export function useSecretWarning({ base, baseValues, values, secret }: Editor): string | undefined {
  const embedded = useEmbedded();
  const moved = base && secret.mode === 'stored' ? movedSecret(baseValues, values) : undefined;
  return moved && secretWarning(moved, !embedded);
}
