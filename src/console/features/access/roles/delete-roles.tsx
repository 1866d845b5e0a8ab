import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { roleIdOf, type ListedRole } from '../../../../contract/access/roles.ts';
import { refreshAccess } from '../../../data/access/refresh.ts';
import { deleteRole, roleKey } from '../../../data/access/roles.ts';
import { BulkDelete } from '../../../data/bulk-delete.tsx';
import { useService } from '../../../data/service/use-service.ts';
import type { Selected } from '../../../ui/data-table/selection.ts';

const nameOf = ({ name = '' }: ListedRole) => name;

/** Deletes several roles. */
export function DeleteRoles(props: Selected<ListedRole> & { onClose(): void }) {
  const queryClient = useQueryClient();
  const { embedded } = useService();
  return (
    <BulkDelete
      {...props}
      noun="role"
      pathOf={roleKey}
      nameOf={nameOf}
      remove={(role) => deleteRole(roleIdOf(roleKey(role)) ?? 0, nameOf(role))}
      onDeleted={() => void refreshAccess(queryClient)}
    >
      <Text size="md">
        {embedded && 'Their users lose these privileges immediately. '}
        This can't be undone.
      </Text>
    </BulkDelete>
  );
}
