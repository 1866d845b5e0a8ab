import { groupPath } from '../../../contract/groups/groups.ts';
import { rolePath } from '../../../contract/access/roles.ts';
import { userPath, type User } from '../../../contract/access/users.ts';
import type { UserDetailRow } from '../ports.ts';

/** Converts a stored user to its API record; nothing about the password but whether there is one. */
export function userRecord(row: UserDetailRow): User {
  return {
    login: row.login,
    display_name: row.display_name,
    user_resource: userPath(row.id),
    group_resource: groupPath(row.group_id),
    role_resources: row.role_ids.map(rolePath),
    has_password: row.has_password,
    suspended: row.suspended_at !== null,
    created_at: row.created_at.toISOString(),
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? '',
    last_sign_in_via: row.last_sign_in_via ?? '',
  };
}
