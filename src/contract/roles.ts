import * as z from 'zod/mini';
import { dataBody, nameField, pathField, pathsField, textField } from './fields.ts';
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
/** Roles, of each the properties asked for with `fields=` or all. */
export const roleList = listOf(z.partial(role));

/** `/roles/<id>` of a role. */
export function rolePath(id: number): string {
  return `/roles/${id}`;
}

/** The id in a role's path, or undefined where `path` is no such path. */
export function roleIdOf(path: string): number | undefined {
  const match = /^\/roles\/(\d{1,15})$/.exec(path);
  return match ? Number(match[1]) : undefined;
}

const roleFields = {
  name: nameField(),
  description: textField(limits.description),
  features: z
    .array(
      z.strictObject({
        name: z.enum(features, 'is not a known feature'),
        privilege: z.enum(privileges, 'must be ro or rw'),
      }),
      'must be an array',
    )
    .check(
      z.refine(
        (grants) => new Set(grants.map((grant) => grant.name)).size === grants.length,
        'must name each feature once',
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
