import { groupPath } from '../../../contract/groups/groups.ts';
import { rolePath, roleTextsOf, type Role } from '../../../contract/access/roles.ts';
import { reachOf, type Acting } from './caller.ts';
import { readAccess } from './grants.ts';
import { groupRecord } from '../groups/group-record.ts';
import type { RoleRow } from './access-ports.ts';

/**
 * Converts stored roles to API records, with only those users that the caller may list, and the caller.
 * @param fields the requested properties, if not all: a role may have very many users
 */
export async function roleRecords(
  { stores, caller }: Acting,
  rows: readonly RoleRow[],
  fields: readonly string[] = ['users'],
): Promise<Role[]> {
  const heldIds = fields.includes('users') ? rows.map((row) => row.id) : [];
  const groups = await stores.groups.findMany([...new Set(rows.map((row) => row.admin_group_id))]);
  const holders =
    heldIds.length === 0
      ? new Map<number, string[]>()
      : await stores.roles.holders(heldIds, reachOf(caller, readAccess), caller.userId);
  const records = new Map(groups.map((group) => [group.id, groupRecord(group)]));
  return rows.map((row) => {
    const adminGroup = records.get(row.admin_group_id);
    if (!adminGroup) throw new Error(`Group ${row.admin_group_id} is referenced but doesn't exist`);
    return {
      ...roleTextsOf(row),
      features: row.features,
      role_resource: rolePath(row.id),
      users: holders.get(row.id) ?? [],
      admin_group: adminGroup,
      group_resources: row.groupIds.map(groupPath),
    };
  });
}

export async function roleRecord(acting: Acting, row: RoleRow): Promise<Role> {
  const [record] = await roleRecords(acting, [row]);
  if (!record) throw new Error('The role has no record');
  return record;
}
