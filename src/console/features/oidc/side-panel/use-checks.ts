import { useQuery } from '@tanstack/react-query';
import type { MetadataPreview } from '../../../../contract/oidc/metadata.ts';
import { oidcOpsQuery } from '../../../data/oidc/providers.ts';
import type { Editor } from '../editor/use-editor.ts';
import { useSecretWarning } from '../secret/use-secret-warning.ts';
import { checksOf, type Check } from './checks.ts';

/** Checks the form, against the fetched metadata and the other providers as far as they're known. */
export function useChecks(editor: Editor, preview: MetadataPreview | undefined): Check[] {
  const { data } = useQuery(oidcOpsQuery());
  return checksOf({
    values: editor.values,
    saved: editor.base ? editor.baseValues : undefined,
    published: preview?.metadata,
    warnings: preview?.warnings ?? [],
    others: (data?.ops ?? []).filter((op) => op.id !== editor.base?.id),
    secretWarning: useSecretWarning(editor),
  });
}
