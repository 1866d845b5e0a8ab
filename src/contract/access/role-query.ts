import * as z from 'zod/mini';
import { pathField } from '../path-fields.ts';
import { searchQuery } from '../search.ts';

/** Filters for the list of roles (extension). */
export const roleQuery = z.strictObject({
  ...searchQuery.shape,
  /** A user's path: only their roles. */
  held_by: z.optional(pathField('users')),
});
export type RoleQuery = z.infer<typeof roleQuery>;
