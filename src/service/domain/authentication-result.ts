import type { AuthenticationResult } from '../../contract/authentication.ts';
import { groupPath } from '../../contract/groups.ts';
import type { Caller } from './caller.ts';
import { groupRecord } from './group-record.ts';
import type { Stores } from './ports.ts';

/** The authentication result of the document, with the `logout` extension. */
export async function authenticationResultOf(stores: Stores, caller: Caller): Promise<AuthenticationResult> {
  const groupIds = new Set([caller.groupId, ...caller.roles.map((role) => role.admin_group_id)]);
  const [rows, holders] = await Promise.all([
    stores.groups.findMany([...groupIds]),
    stores.roles.holders(caller.roles.map((role) => role.id)),
  ]);
  const records = new Map(rows.map((row) => [row.id, groupRecord(row)]));
  const recordOf = (id: number) => {
    const record = records.get(id);
    if (!record) throw new Error(`Group ${id} is referred to but missing`);
    return record;
  };
  return {
    login: caller.login,
    roles: caller.roles.map((role) => ({
      name: role.name,
      description: role.description,
      features: role.features,
      role_resource: `/roles/${role.id}`,
      users: holders.get(role.id) ?? [],
      admin_group: recordOf(role.admin_group_id),
      group_resources: role.groupIds.map(groupPath),
    })),
    group: recordOf(caller.groupId),
    user: `/users/${caller.userId}`,
    logout: { method: 'local', post_logout_redirect_uri: '' },
  };
}
