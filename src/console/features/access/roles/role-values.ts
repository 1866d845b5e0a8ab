import { features, privileges, type FeatureGrant } from '../../../../contract/access/privileges.ts';
import type { RoleCreate } from '../../../../contract/access/role-writes.ts';

/** A role form's grants: the privilege on each feature. Missing features aren't granted. */
export type Grants = ReadonlyMap<string, string>;

/** A role's grants as form values. */
export function asGrants(granted: readonly FeatureGrant[]): Grants {
  return new Map(granted.map(({ name, privilege }) => [name, privilege]));
}

/** Form values as sent: in the API's order, without unknown features and privileges. */
export function asBody(grants: Grants): RoleCreate['features'] {
  return features.flatMap((name) => {
    const privilege = privileges.find((known) => known === grants.get(name));
    return privilege === undefined ? [] : [{ name, privilege }];
  });
}
