import { useSession } from '../../data/session/use-session.ts';
import { useLocks, type RecordLock } from '../../data/jobs/locks.ts';
import { useGroupDirectory } from '../../data/groups/group-directory.tsx';
import { accessOf, type AccessRole } from '../../data/access/model.ts';
import { explain, missingGrants } from '../../data/access/privileges.ts';
import type { PrivilegeOnGroup } from '../../data/access/remedies.ts';

/** Whether the signed-in user can edit a user or role, and what prevents it. */
export interface Editability {
  /** Whether they have the permission. */
  mayEdit: boolean;
  /** Also false while a job is changing it. */
  canEdit: boolean;
  lock: RecordLock | undefined;
  /** The privilege they lack, if they can only edit others. */
  missing: PrivilegeOnGroup | undefined;
}

/**
 * No one can edit a user or role with more privileges than they hold themselves.
 * @param path the user's or role's
 * @param group path of the group that the user or the role belongs to
 * @param roles the user's roles, or the role itself
 */
export function useEditability(path: string, group: string, roles: readonly AccessRole[]): Editability {
  const { user } = useSession();
  const groups = useGroupDirectory();
  const lock = useLocks().get(path);
  const mine = accessOf(user)?.roles ?? [];
  const need = { feature: 'group_admin', privilege: 'rw' };
  if (explain(mine, need, groups.chainOf(group)).granted === 'no')
    return { mayEdit: false, canEdit: false, lock, missing: undefined };
  const missing = roles.flatMap((role) => missingGrants(role, mine, groups.chainOf))[0];
  const mayEdit = missing === undefined;
  return { mayEdit, canEdit: mayEdit && !lock, lock, missing };
}
