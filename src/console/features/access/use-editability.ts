import { useSession } from '../../data/session/use-session.ts';
import { useLocks } from '../../data/jobs/locks.ts';
import { useGroupDirectory } from '../../data/groups/group-directory.tsx';
import { readAccess, type AccessRole } from '../../data/access/model.ts';
import { explain, missingGrants } from '../../data/access/privileges.ts';

export type Editability = ReturnType<typeof useEditability>;

/**
 * Whether the signed-in user can edit a user or role, and which privilege they lack if they can only edit others. No one can edit a user or role with more privileges than they hold themselves.
 * @param path the user's or role's
 * @param group path of the group that the user or the role belongs to
 * @param roles the user's roles, or the role itself
 */
export function useEditability(path: string, group: string, roles: readonly AccessRole[]) {
  const { user } = useSession();
  const groups = useGroupDirectory();
  const lock = useLocks().get(path);
  const mine = readAccess(user)?.roles ?? [];
  const need = { feature: 'group_admin', privilege: 'rw' };
  if (explain(mine, need, groups.chainOf(group)).granted === 'no')
    return { mayEdit: false, canEdit: false, lock, missing: undefined };
  const missing = roles.flatMap((role) => missingGrants(role, mine, groups.chainOf))[0];
  const mayEdit = missing === undefined;
  // Not while a job is changing it.
  return { mayEdit, canEdit: mayEdit && !lock, lock, missing };
}
