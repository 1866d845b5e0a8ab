import * as z from 'zod/mini';
import { group } from '../groups/groups.ts';
import { listOf } from '../paging.ts';
import { idInPath } from '../path-fields.ts';
import { featureGrant } from './privileges.ts';

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

/** `/roles/<id>` of a role. */
export function rolePath(id: number): string {
  return `/roles/${id}`;
}

/** The id in a role's path; undefined for any other path. */
export function roleIdOf(path: string): number | undefined {
  return idInPath('roles', path);
}
