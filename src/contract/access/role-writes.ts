import * as z from 'zod/mini';
import { dataBody, nameField, textField } from '../fields.ts';
import { limits } from '../limits.ts';
import { pathField, pathsField } from '../path-fields.ts';
import { features, privileges } from './privileges.ts';

const roleFields = {
  name: nameField(),
  description: textField(limits.description),
  features: z
    .array(
      z.strictObject(
        {
          name: z.enum(features, "isn't a known feature"),
          privilege: z.enum(privileges, 'must be ro or rw'),
        },
        'must be an object',
      ),
      'must be an array',
    )
    .check(
      z.maxLength(limits.featuresPerRole, `must have at most ${limits.featuresPerRole} entries`),
      z.refine(
        (grants) => new Set(grants.map((grant) => grant.name)).size === grants.length,
        'must not contain duplicate features',
      ),
    ),
  admin_group: pathField('groups'),
  group_resources: pathsField('groups', limits.groupsPerRole),
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
