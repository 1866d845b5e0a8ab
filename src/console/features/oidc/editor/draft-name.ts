import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';

/** The name of a provider's draft. @param op undefined for a new one @param copiedFrom the name of the one it's a copy of */
export function draftNameOf(op: Pick<OidcOp, 'id'> | undefined, copiedFrom = ''): string {
  return op ? `oidc-op ${op.id}` : `oidc-op new ${copiedFrom}`;
}
