import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { userIdOf, type ListedUser } from '../../../../contract/access/users.ts';
import { refreshAccess } from '../../../data/access/refresh.ts';
import { deleteUser, userKey } from '../../../data/access/users.ts';
import { BulkDelete } from '../../../data/bulk-delete.tsx';
import { useService } from '../../../data/service/use-service.ts';
import { useSession } from '../../../data/session/use-session.ts';
import type { Selected } from '../../../ui/data-table/selection.ts';

const nameOf = ({ login = '' }: ListedUser) => login;

/** Deletes several users. The signed-in user is left out. */
export function DeleteUsers(props: Selected<ListedUser> & { onClose(): void }) {
  const queryClient = useQueryClient();
  const { embedded } = useService();
  const { user: me } = useSession();
  return (
    <BulkDelete
      {...props}
      noun="user"
      pathOf={userKey}
      nameOf={nameOf}
      exclusionOf={(user) => (userKey(user) === me.user ? "You can't delete yourself" : undefined)}
      remove={(user) => deleteUser(userIdOf(userKey(user)) ?? 0, nameOf(user))}
      onDeleted={() => void refreshAccess(queryClient)}
    >
      <Text size="md">
        {embedded && 'This signs them out everywhere and revokes their API keys. '}
        This can't be undone.
      </Text>
    </BulkDelete>
  );
}
