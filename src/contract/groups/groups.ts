import * as z from 'zod/mini';
import { listOf } from '../paging.ts';
import { idInPath } from '../path-fields.ts';
import { dataBody, nameField, textField, updateBody } from '../fields.ts';
import { limits } from '../limits.ts';

/** The id of the Default group, the root of the tree. */
export const defaultGroupId = 0;

/** A group (docs/api.md, "Group"). All fields are strings; `*_resource` fields are paths. */
export const group = z.object({
  name: z.string(),
  description: z.string(),
  mode: z.string(),
  customer_resource: z.string(),
  zones_resource: z.string(),
  reports_resource: z.string(),
  customer_configurations_resource: z.string(),
  customer_devices_resource: z.string(),
  customer_traffic_resource: z.string(),
  customer_logs_resource: z.string(),
  group_resource: z.string(),
  group_configurations_resource: z.string(),
  group_traffic_resource: z.string(),
  group_logs_resource: z.string(),
  members_resource: z.string(),
  roles_resource: z.string(),
  users_resource: z.string(),
  templates_resource: z.string(),
  subnets_resource: z.string(),
  mapped_devices_resource: z.string(),
  pre_mapped_devices_resource: z.string(),
  sub_groups_resource: z.string(),
  parent_resource: z.string(),
});
export type Group = z.infer<typeof group>;

/** A group with only the properties requested in `fields=`. */
export const partialGroup = z.partial(group);
export type PartialGroup = z.infer<typeof partialGroup>;

export const partialGroupList = listOf(partialGroup);

export function groupPath(id: number): string {
  return `/groups/${id}`;
}

export function groupIdOf(path: string): number | undefined {
  return idInPath('groups', path);
}

const description = textField(limits.description);

export const groupCreateBody = dataBody({ name: nameField(), description: z._default(description, '') });
export const groupUpdateBody = updateBody({ name: nameField(), description });
export type GroupCreate = z.infer<typeof groupCreateBody>['data'];
export type GroupUpdate = z.infer<typeof groupUpdateBody>['data'];
