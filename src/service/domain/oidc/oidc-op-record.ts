import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import { tokenHash } from '../access/tokens.ts';
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

/** What a sign-in doesn't depend on. */
const untested = new Set([
  'id',
  'name',
  'logout_method',
  'post_logout_redirect_uri',
  'created_at',
  'login_enabled',
  'updated_at',
]);

/** The same text for configurations of which the same test would have the same result. */
export function testedBy(configuration: object): string {
  const tested = Object.entries(configuration).filter(([field]) => !untested.has(field));
  return tokenHash(JSON.stringify(tested.toSorted(([one], [other]) => (one < other ? -1 : 1))));
}
