import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { notify } from '../../../data/notifications/notify.ts';

/** Downloads providers as a configuration file, without their secrets. */
export async function exportProviders(
  name: string,
  ops: readonly OidcOp[],
  isUnsaved = false,
): Promise<void> {
  const fileName = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'provider';
  try {
    // Loaded with the first export.
    const { exportFile } = await import('../../../data/configuration/files.ts');
    const current = { groups: [], oidc_providers: [...ops], missing: {} };
    await exportFile(fileName, current, { only: ['oidc_providers'], isUnsaved });
  } catch (error) {
    notify.error("Couldn't export", error);
  }
}
