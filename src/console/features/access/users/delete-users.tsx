import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { userIdOf } from '../../../../contract/access/users.ts';
import { refreshAccess } from '../../../data/access/refresh.ts';
import { deleteUser } from '../../../data/access/users.ts';
import { BulkDelete } from '../../../data/bulk-delete.tsx';
import type { CompleteUser } from '../../../data/service/records.ts';
import { RecreationNote } from '../../../data/recreation-note.tsx';
import { useService } from '../../../data/service/use-service.ts';
import { useSession } from '../../../data/session/use-session.ts';
import type { Selected } from '../../../ui/data-table/selection.ts';

/** Deletes several users. The signed-in user is left out. */
export function DeleteUsers(props: Selected<CompleteUser> & { onClose(): void }) {
  const queryClient = useQueryClient();
  const { embedded } = useService();
  const { user: me } = useSession();
  return (
    <BulkDelete
      {...props}
      noun="user"
      pathOf={(user) => user.user_resource}
      nameOf={(user) => user.login}
      exclusionOf={(user) => (user.user_resource === me.user ? "You can't delete yourself" : undefined)}
      remove={(user) => deleteUser(userIdOf(user.user_resource) ?? 0, user.login)}
      onDeleted={() => void refreshAccess(queryClient)}
    >
      <Text size="md">
        {embedded && 'This signs them out everywhere and revokes their API keys. '}
        <RecreationNote noun="user" several />
      </Text>
    </BulkDelete>
  );
}
