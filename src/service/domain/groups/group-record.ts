import { groupPath, type Group } from '../../../contract/groups/groups.ts';
import type { GroupRow } from '../ports.ts';

export function groupRecord(row: GroupRow): Group {
  const path = groupPath(row.id);
  return {
    name: row.name,
    description: row.description,
    mode: row.mode,
    customer_resource: `/customers/${row.customer_id}`,
    zones_resource: `${path}/zones`,
    reports_resource: `${path}/report_statuses`,
    customer_configurations_resource: `${path}/configurations`,
    customer_devices_resource: `${path}/mapped_devices`,
    customer_traffic_resource: `${path}/traffic`,
    customer_logs_resource: `${path}/logs`,
    group_resource: path,
    group_configurations_resource: `${path}/configurations`,
    group_traffic_resource: `${path}/traffic`,
    group_logs_resource: `${path}/logs`,
    members_resource: `${path}/members`,
    roles_resource: `${path}/roles`,
    users_resource: `${path}/users`,
    templates_resource: `${path}/templates`,
    subnets_resource: `${path}/subnets`,
    mapped_devices_resource: `${path}/mapped_devices`,
    pre_mapped_devices_resource: `${path}/pre_mapped_devices`,
    sub_groups_resource: `${path}/groups`,
    parent_resource: row.parent_id === null ? '' : groupPath(row.parent_id),
  };
}
