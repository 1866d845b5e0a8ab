import { useQuery } from '@tanstack/react-query';
import type { MetadataPreview } from '../../../../contract/oidc/metadata.ts';
import { movedSecret, secretWarning } from '../../../data/oidc/moved-secret.ts';
import { oidcOpsQuery } from '../../../data/oidc/providers.ts';
import { useService } from '../../../data/service/use-service.ts';
import type { Editor } from '../editor/use-editor.ts';
import { runChecks, type Check } from './checks.ts';

const spacedSecret = 'The client secret starts or ends with a space, which is significant';

/** Checks the form, against the fetched metadata and the other providers as far as they're known. */
export function useChecks(editor: Editor, preview: MetadataPreview | undefined): Check[] {
  const { data } = useQuery(oidcOpsQuery());
  const { embedded } = useService();
  const { base, baseValues, values, secret } = editor;
  const moved = base && secret.mode === 'stored' ? movedSecret(baseValues, values) : undefined;
  return runChecks({
    values,
    saved: base && baseValues,
    published: preview?.metadata,
    warnings: preview?.warnings ?? [],
    others: (data?.ops ?? []).filter((op) => op.id !== base?.id),
    secretWarning: moved ? secretWarning(moved, !embedded) : secret.spaced ? spacedSecret : undefined,
  });
}
