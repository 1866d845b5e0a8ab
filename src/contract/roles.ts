import * as z from 'zod/mini';
import { dataBody, nameField, textField } from './fields.ts';
import { group } from './groups.ts';
import { limits } from './limits.ts';
import { listOf } from './paging.ts';
import { featureGrant, features, privileges } from './privileges.ts';

/** A role (document, "Role"). */
export const role = z.object({
  name: z.string(),
  description: z.string(),
  features: z.array(featureGrant),
  role_resource: z.string(),
  users: z.array(z.string()),
  admin_group: group,
  group_resources: z.array(z.string()),
});
export type Role = z.infer<typeof role>;
export const roleList = listOf(role);

const groupPathField = z
  .string('must be a string')
  .check(z.regex(/^\/groups\/\d{1,10}$/, 'must be a path /groups/<id>'));
const roleFields = {
  name: nameField(),
  description: textField(limits.description),
  features: z.array(
    z.strictObject({
      name: z.enum(features, 'is not a known feature'),
      privilege: z.enum(privileges, 'must be ro or rw'),
    }),
    'must be an array',
  ),
  admin_group: groupPathField,
  group_resources: z.array(groupPathField, 'must be an array'),
};

export const roleCreateBody = dataBody({
  name: roleFields.name,
  description: z._default(roleFields.description, ''),
  features: z._default(roleFields.features, []),
  admin_group: roleFields.admin_group,
  group_resources: z._default(roleFields.group_resources, []),
});
export const roleUpdateBody = dataBody({
  name: z.optional(roleFields.name),
  description: z.optional(roleFields.description),
  features: z.optional(roleFields.features),
  group_resources: z.optional(roleFields.group_resources),
});
export type RoleCreate = z.infer<typeof roleCreateBody>['data'];
export type RoleUpdate = z.infer<typeof roleUpdateBody>['data'];
