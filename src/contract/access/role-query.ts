import * as z from 'zod/mini';
import { pathField } from '../path-fields.ts';
import { searchQuery } from '../search.ts';

/** How the list of roles is narrowed down (extension). */
export const roleQuery = z.strictObject({
  ...searchQuery.shape,
  /** The path of a user: the roles that they have. */
  held_by: z.optional(pathField('users')),
});
export type RoleQuery = z.infer<typeof roleQuery>;
