import { List, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { BulkDelete } from '../../../data/bulk-delete.tsx';
import { deleteOidcOp, oidcOpQuery, refreshOidcOps } from '../../../data/oidc/providers.ts';
import { RecreationNote } from '../../../data/recreation-note.tsx';
import { useService } from '../../../data/service/use-service.ts';
import { EndedSessions } from './ended-sessions.tsx';
import type { Selected } from '../../../ui/data-table/selection.ts';

/** Deletes several providers. */
export function DeleteProviders(props: Selected<OidcOp> & { onClose(): void }) {
  const queryClient = useQueryClient();
  const { embedded } = useService();
  return (
    <BulkDelete
      {...props}
      noun="provider"
      pathOf={({ id }) => `/oidc_ops/${id}`}
      nameOf={({ name }) => name}
      remove={deleteOidcOp}
      onDeleted={(deleted) => {
        for (const { id } of deleted) queryClient.removeQueries(oidcOpQuery(id));
        void refreshOidcOps(queryClient);
      }}
    >
      <Text size="md">This will:</Text>
      <List size="sm" spacing={4}>
        <List.Item>Remove their buttons from the sign-in page</List.Item>
        {embedded && (
          <List.Item>
            Sign out everyone who signed in through them
            <EndedSessions ops={props.items} />
          </List.Item>
        )}
        {embedded && <List.Item>Delete the stored client secrets</List.Item>}
      </List>
      <Text>
        <RecreationNote noun="provider" several />
      </Text>
    </BulkDelete>
  );
}
