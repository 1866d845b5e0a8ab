import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import type { OidcOpRow } from './oidc-ports.ts';

/** `/oidc_ops/<id>` of a configuration. */
export function oidcOpPath(id: number): string {
  return `/oidc_ops/${id}`;
}

/** Converts a stored configuration to its API record: never with its secret. */
export function oidcOpRecord(row: OidcOpRow): OidcOp {
  const {
    client_secret: _secret,
    announces_iss: _announced,
    login_enabled: _enabled,
    created_at,
    updated_at,
    ...fields
  } = row;
  return {
    ...fields,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    resource: oidcOpPath(row.id),
  };
}
