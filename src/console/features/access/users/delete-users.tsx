import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { userIdOf, type ListedUser } from '../../../../contract/access/users.ts';
import { sentencesOf } from '../../../api/errors.ts';
import { refreshAccess } from '../../../data/access/refresh.ts';
import { deleteUser, userKey } from '../../../data/access/users.ts';
import { useLocks } from '../../../data/jobs/locks.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { useEmbedded } from '../../../data/session/use-embedded.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { count } from '../../../lib/text.ts';
import { BulkDialog } from '../../../ui/bulk/bulk-dialog.tsx';

/** Users to delete, and a function to select those that are left. */
export interface Deletion {
  users: readonly ListedUser[];
  select(users: readonly ListedUser[]): void;
}

const nameOf = ({ login = '' }: ListedUser) => login;

async function remove(user: ListedUser): Promise<'done' | 'job'> {
  const { done } = await deleteUser(userIdOf(userKey(user)) ?? 0, nameOf(user));
  return done ? 'done' : 'job';
}

/** Deletes several users. The signed-in user is left out. */
export function DeleteUsers({ users, select, onClose }: Deletion & { onClose(): void }) {
  const queryClient = useQueryClient();
  const embedded = useEmbedded();
  const { user: me } = useSession();
  const locks = useLocks();
  const exclusionOf = (user: ListedUser) => {
    if (userKey(user) === me.user) return "You can't delete yourself";
    return locks.has(userKey(user)) ? 'A running job is changing this user' : undefined;
  };
  return (
    <BulkDialog
      verb="Delete"
      participle="deleted"
      noun="user"
      items={users}
      keyOf={userKey}
      nameOf={nameOf}
      exclusionOf={exclusionOf}
      run={remove}
      sentencesOf={sentencesOf}
      onEnd={(deleted, left) => {
        select(left);
        if (deleted.length > 0) notify.success(`${count(deleted.length, 'user')} deleted`);
        void refreshAccess(queryClient);
      }}
      onClose={onClose}
    >
      <Text>
        {embedded && 'This signs them out everywhere and revokes their API keys. '}
        This can't be undone.
      </Text>
    </BulkDialog>
  );
}
