import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { roleIdOf } from '../../../../contract/access/roles.ts';
import { refreshAccess } from '../../../data/access/refresh.ts';
import { deleteRole } from '../../../data/access/roles.ts';
import { BulkDelete } from '../../../data/bulk-delete.tsx';
import type { CompleteRole } from '../../../data/service/records.ts';
import { RecreationNote } from '../../../data/recreation-note.tsx';
import { useService } from '../../../data/service/use-service.ts';
import type { Selected } from '../../../ui/data-table/selection.ts';

/** Deletes several roles. */
export function DeleteRoles(props: Selected<CompleteRole> & { onClose(): void }) {
  const queryClient = useQueryClient();
  const { embedded } = useService();
  return (
    <BulkDelete
      {...props}
      noun="role"
      pathOf={(role) => role.role_resource}
      nameOf={(role) => role.name}
      remove={(role) => deleteRole(roleIdOf(role.role_resource) ?? 0, role.name)}
      onDeleted={() => void refreshAccess(queryClient)}
    >
      <Text size="md">
        {embedded && 'Their users lose these privileges immediately. '}
        <RecreationNote noun="role" several />
      </Text>
    </BulkDelete>
  );
}
