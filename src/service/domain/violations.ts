import type { ProblemStatus } from '../../contract/problems.ts';
import { Problem } from './problem.ts';

const foreignKeyViolation = '23503';

/**
 * What a refusal says when a write refers to a record that another request deletes at the same moment, by the foreign
 * key that found it. Those of records that are locked before they are referred to can't be violated this way.
 */
const refusals: Readonly<Record<string, readonly [ProblemStatus, string]>> = {
  groups_parent_id_fkey: [409, 'the parent group is being deleted'],
  users_group_id_fkey: [409, 'group_resource: the group is being deleted'],
  roles_admin_group_id_fkey: [409, 'admin_group: the group is being deleted'],
  role_groups_group_id_fkey: [409, 'group_resources: one of the groups is being deleted'],
  role_groups_role_id_fkey: [404, 'the role does not exist or is not visible to you'],
  role_features_role_id_fkey: [404, 'the role does not exist or is not visible to you'],
  user_roles_role_id_fkey: [409, 'role_resources: one of the roles is being deleted'],
  user_roles_user_id_fkey: [404, 'the user does not exist or is not visible to you'],
  api_keys_user_id_fkey: [404, 'the user does not exist or is not visible to you'],
  sessions_user_id_fkey: [401, 'the login or the password is wrong'],
  jobs_user_id_fkey: [401, 'your user was deleted'],
};

/** The name of the foreign key that an error of the database says is violated, if it does. */
export function violatedKey(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === foreignKeyViolation ? String(constraint) : undefined;
}

/**
 * The refusal that an error amounts to: itself if it is one, and 401, 404 or 409 if a record that the write refers to
 * was deleted at the same moment. Undefined for a fault.
 */
export function refusalOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const key = violatedKey(error);
  if (key === undefined) return undefined;
  const refusal = refusals[key];
  return refusal && new Problem(refusal[0], [refusal[1]]);
}
