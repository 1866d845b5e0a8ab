import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { useCopy } from '../../../ui/copying.tsx';

/** Copies a saved provider as an entry of a configuration file, without its secret. */
export function useCopyEntry(): (op: OidcOp) => void {
  const { copy } = useCopy();
  const copyEntry = async (op: OidcOp) => {
    // Loaded with the first one.
    const { entryOf } = await import('../../../../configuration/export.ts');
    copy(entryOf(op));
  };
  return (op) =>
    void copyEntry(op).catch((error: unknown) => notify.error("Couldn't copy the provider", error));
}
