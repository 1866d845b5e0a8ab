import type { FeatureGrant } from '../../../contract/access/privileges.ts';
import type { Role } from '../../../contract/access/roles.ts';
import { defaultGroupId, groupPath } from '../../../contract/groups/groups.ts';

/** A role's grants. Unknown features and privileges are kept. */
export interface AccessRole {
  path: string;
  name: string;
  description: string;
  grants: readonly FeatureGrant[];
  /** Paths of the groups that it applies to, with all their descendants. */
  groups: readonly string[];
  /** Path of the group that administers it; empty if the service doesn't report it. */
  administrator: string;
}

/** Path of the group at the top of the tree. */
export const topGroup = groupPath(defaultGroupId);

/** What a role grants and where, without its users. */
export function accessRoleOf(role: Role): AccessRole {
  return {
    path: role.role_resource,
    name: role.name,
    description: role.description,
    // Services may leave out a name.
    grants: role.features.filter(({ name }) => name !== ''),
    groups: role.group_resources,
    administrator: role.admin_group.group_resource,
  };
}
