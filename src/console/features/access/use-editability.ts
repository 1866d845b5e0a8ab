import { useSession } from '../../data/session/use-session.ts';
import { useLocks } from '../../data/jobs/job-store.ts';
import { useGroupDirectory } from '../../data/groups/group-directory.tsx';
import type { AccessRole } from '../../data/access/model.ts';
import { missingGrants } from '../../data/access/privileges.ts';

export type Editability = ReturnType<typeof useEditability>;

/**
 * Whether the signed-in user can edit a user or role, and which privilege they lack if they can only edit others. No one can edit a user or role with more privileges than they hold themselves.
 * @param path the user's or role's
 * @param group path of the group that the user or the role belongs to
 * @param roles the user's roles, or the role itself
 */
export function useEditability(path: string, group: string, roles: readonly AccessRole[]) {
  const { holdsOn } = useSession();
  const groups = useGroupDirectory();
  const lock = useLocks().get(path);
  if (!holdsOn('group_admin', 'rw', groups.chainOf(group).paths))
    return { mayEdit: false, canEdit: false, lock, missing: undefined };
  const missing = roles.flatMap((role) => missingGrants(role, holdsOn, groups.chainOf))[0];
  const mayEdit = missing === undefined;
  // Not while a job is changing it.
  return { mayEdit, canEdit: mayEdit && !lock, lock, missing };
}
