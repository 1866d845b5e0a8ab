import * as z from 'zod';
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
  .regex(/^\/groups\/\d{1,10}$/, 'must be a path /groups/<id>');
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
  description: roleFields.description.default(''),
  features: roleFields.features.default([]),
  admin_group: roleFields.admin_group,
  group_resources: roleFields.group_resources.default([]),
});
export const roleUpdateBody = dataBody({
  name: roleFields.name.optional(),
  description: roleFields.description.optional(),
  features: roleFields.features.optional(),
  group_resources: roleFields.group_resources.optional(),
});
export type RoleCreate = z.infer<typeof roleCreateBody>['data'];
export type RoleUpdate = z.infer<typeof roleUpdateBody>['data'];
