import { features, privileges, type FeatureGrant } from '../../../../contract/access/privileges.ts';
import type { RoleCreate } from '../../../../contract/access/role-writes.ts';

/** The privilege on each feature, as a form holds it; a feature that is not in it is not granted. */
export type Grants = ReadonlyMap<string, string>;

/** What a role grants, as a form holds it. */
export function asGrants(granted: readonly FeatureGrant[]): Grants {
  return new Map(granted.map(({ name, privilege }) => [name, privilege]));
}

/** What a form holds, as it is sent: in the document's order, without what the service would not know. */
export function asBody(grants: Grants): RoleCreate['features'] {
  return features.flatMap((name) => {
    const privilege = privileges.find((known) => known === grants.get(name));
    return privilege === undefined ? [] : [{ name, privilege }];
  });
}
