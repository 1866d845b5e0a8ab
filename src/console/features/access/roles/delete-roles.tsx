import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { roleIdOf, type ListedRole } from '../../../../contract/access/roles.ts';
import { sentencesOf } from '../../../api/errors.ts';
import { refreshAccess } from '../../../data/access/refresh.ts';
import { deleteRole, roleKey } from '../../../data/access/roles.ts';
import { useLocks } from '../../../data/jobs/locks.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { useEmbedded } from '../../../data/session/use-embedded.ts';
import { count } from '../../../lib/text.ts';
import { BulkDialog } from '../../../ui/bulk/bulk-dialog.tsx';

/** Roles to delete, and a function to select those that are left. */
export interface Deletion {
  roles: readonly ListedRole[];
  select(roles: readonly ListedRole[]): void;
}

const nameOf = ({ name = '' }: ListedRole) => name;

async function remove(role: ListedRole): Promise<'done' | 'job'> {
  const { done } = await deleteRole(roleIdOf(roleKey(role)) ?? 0, nameOf(role));
  return done ? 'done' : 'job';
}

/** Deletes several roles. */
export function DeleteRoles({ roles, select, onClose }: Deletion & { onClose(): void }) {
  const queryClient = useQueryClient();
  const embedded = useEmbedded();
  const locks = useLocks();
  return (
    <BulkDialog
      verb="Delete"
      participle="deleted"
      noun="role"
      items={roles}
      keyOf={roleKey}
      nameOf={nameOf}
      exclusionOf={(role) => (locks.has(roleKey(role)) ? 'A running job is changing this role' : undefined)}
      run={remove}
      sentencesOf={sentencesOf}
      onEnd={(deleted, left) => {
        select(left);
        if (deleted.length > 0) notify.success(`${count(deleted.length, 'role')} deleted`);
        void refreshAccess(queryClient);
      }}
      onClose={onClose}
    >
      <Text>
        {embedded && 'Their users lose these privileges immediately. '}
        This can't be undone.
      </Text>
    </BulkDialog>
  );
}
