import type { ProblemStatus } from '../../contract/problems.ts';
import { Problem } from './problem.ts';

const foreignKeyViolation = '23503';

/**
 * The responses, by foreign key, for writes that refer to a record which another request is deleting
 * concurrently. Keys to records that are locked first can't be violated this way.
 */
const refusals: Readonly<Record<string, readonly [ProblemStatus, string]>> = {
  groups_parent_id_fkey: [409, 'the parent group is being deleted'],
  users_group_id_fkey: [409, 'group_resource: the group is being deleted'],
  roles_admin_group_id_fkey: [409, 'admin_group: the group is being deleted'],
  role_groups_group_id_fkey: [409, 'group_resources: one of the groups is being deleted'],
  role_groups_role_id_fkey: [404, "the role doesn't exist or isn't visible to you"],
  role_features_role_id_fkey: [404, "the role doesn't exist or isn't visible to you"],
  user_roles_role_id_fkey: [409, 'role_resources: one of the roles is being deleted'],
  user_roles_user_id_fkey: [404, "the user doesn't exist or isn't visible to you"],
  api_keys_user_id_fkey: [404, "the user doesn't exist or isn't visible to you"],
  sessions_user_id_fkey: [401, 'wrong login or password'],
  jobs_user_id_fkey: [401, 'your user was deleted'],
};

/** The violated foreign key, if that's what a database error is about. */
export function violatedKey(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === foreignKeyViolation ? String(constraint) : undefined;
}

/**
 * The Problem for an error: itself if it is one; 401, 404 or 409 if a record that the write refers to
 * was deleted concurrently; undefined for an internal error.
 */
export function toRefusal(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const key = violatedKey(error);
  if (key === undefined) return undefined;
  const refusal = refusals[key];
  return refusal && new Problem(refusal[0], [refusal[1]]);
}
