import * as z from 'zod/mini';
import { group } from '../groups/groups.ts';
import { dataBody, mostEntries, nameField, required, textField, updateBody } from '../fields.ts';
import { limits } from '../limits.ts';
import { listOf } from '../paging.ts';
import { idInPath, pathField, pathsField } from '../path-fields.ts';
import { featureGrant, features, privileges } from './privileges.ts';
import { searchQuery } from '../search.ts';

/** A role (docs/api.md, "Role"). */
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
/** Roles with all properties, or those requested with `fields=`. */
const listedRole = z.partial(role);
export type ListedRole = z.infer<typeof listedRole>;
export const roleList = listOf(listedRole);

/**
 * A role's own texts, which are stored, recorded and returned as they're written. Each one is a column. Configuration
 * files don't distinguish an empty text from null.
 */
export const roleTextFields = {
  name: nameField(),
  description: textField(limits.description),
} satisfies Record<string, z.ZodMiniType<string | null>>;
export type RoleTexts = z.infer<z.ZodMiniObject<typeof roleTextFields>>;
export const roleTexts = Object.keys(roleTextFields);

/** A role's texts in a service that has none of them. */
export const blankRoleTexts = Object.fromEntries(roleTexts.map((name) => [name, ''])) as Record<
  keyof RoleTexts,
  string
>;

export function roleTextsOf(stored: RoleTexts): RoleTexts {
  // By construction.
  return Object.fromEntries(Object.entries(stored).filter(([name]) => roleTexts.includes(name))) as RoleTexts;
}

const updatable = {
  ...roleTextFields,
  features: z
    .array(
      z.strictObject(
        {
          name: z.enum(features, required("isn't a known feature")),
          privilege: z.enum(privileges, required('must be ro or rw')),
        },
        'must be an object',
      ),
      'must be an array',
    )
    .check(
      mostEntries(limits.featuresPerRole),
      z.refine(
        (grants) => new Set(grants.map((grant) => grant.name)).size === grants.length,
        'must not contain duplicate features',
      ),
    ),
  group_resources: pathsField('groups', limits.groupsPerRole),
};

export const roleCreateBody = dataBody({
  ...roleTextFields,
  description: z._default(roleTextFields.description, ''),
  features: z._default(updatable.features, []),
  admin_group: pathField('groups'),
  group_resources: z._default(updatable.group_resources, []),
});
export const roleUpdateBody = updateBody(updatable);
export type RoleCreate = z.infer<typeof roleCreateBody>['data'];
export type RoleUpdate = z.infer<typeof roleUpdateBody>['data'];

export function rolePath(id: number): string {
  return `/roles/${id}`;
}

export function roleIdOf(path: string): number | undefined {
  return idInPath('roles', path);
}

export const roleQuery = z.strictObject({
  ...searchQuery.shape,
  /** A user's path: only their roles. */
  held_by: z.optional(pathField('users')),
});
export type RoleQuery = z.infer<typeof roleQuery>;
