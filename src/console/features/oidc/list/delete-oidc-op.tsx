import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { userIdOf } from '../../../../contract/access/users.ts';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { sessionsQuery } from '../../../data/access/sessions.ts';
import { DeleteDialog } from '../../../data/delete-dialog.tsx';
import {
  deleteOidcOp,
  hideOidcOps,
  oidcOpQuery,
  oidcOpsQuery,
  readOidcOp,
  providerUseQuery,
} from '../../../data/oidc/providers.ts';
import { distinctNames } from '../../../lib/matches.ts';
import { RecreationNote } from '../../../data/recreation-note.tsx';
import { refresh } from '../../../data/refresh.ts';
import { useService } from '../../../data/service/use-service.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { Name } from '../../../ui/name.tsx';
import { BulkDelete } from '../../../data/bulk/bulk-delete.tsx';
import type { Selected } from '../../../ui/data-table/selection.ts';
import { count } from '../../../lib/text.ts';
import { queryClient } from '../../../query-client.ts';

interface DeleteOidcOpProps {
  op: OidcOp;
  onClose(): void;
  /** Called once it's deleted, or a job is deleting it; leaves its page. */
  onDeleted?(): Promise<void>;
}

/** Lists the consequences before a provider is deleted. */
export function DeleteOidcOp({ op, onClose, onDeleted }: DeleteOidcOpProps) {
  // The API doesn't say what else a remote service does.
  const { complete } = useService();
  const { data } = useQuery(oidcOpsQuery);
  const nameOf = distinctNames(data?.ops ?? [], 'name', 'resource');
  return (
    <DeleteDialog
      name={nameOf(op)}
      remove={() => deleteOidcOp(op)}
      read={() => readOidcOp(op.id)}
      hide={() => hideOidcOps([op.id])}
      onDeleted={async () => {
        onClose();
        // Its page would load the record again.
        await onDeleted?.();
        queryClient.removeQueries(oidcOpQuery(op.id));
      }}
      refresh={() => refresh('provider')}
      onClose={onClose}
    >
      <Text size="md">This will:</Text>
      <List spacing={4}>
        <List.Item>
          Remove the button “<Name>{op.name}</Name>” from the sign-in page
        </List.Item>
        {complete && (
          <List.Item>
            Sign out everyone who signed in through <Name>{op.name}</Name>
            <EndedSessions ops={[op]} />
          </List.Item>
        )}
        {complete && (
          <List.Item>Keep their accounts, but those without a password can no longer sign in</List.Item>
        )}
        {complete && <List.Item>Delete the stored client secret</List.Item>}
      </List>
      <Text>
        <RecreationNote noun="provider" />
      </Text>
      <Text c="dimmed">
        Client <Name as="code">{op.client_id}</Name> stays registered at <Name as="code">{op.issuer}</Name>.
      </Text>
    </DeleteDialog>
  );
}

/** Deletes several providers. */
export function DeleteProviders(props: Selected<OidcOp> & { onClose(): void }) {
  const { complete } = useService();
  const { user: me } = useSession();
  const { data: sessions } = useQuery({
    ...sessionsQuery(me.user),
    enabled: userIdOf(me.user) !== undefined,
  });
  const own = sessions?.find(({ current }) => current)?.oidc_op_resource;
  return (
    <BulkDelete
      {...props}
      noun="provider"
      pathOf={({ id }) => `/oidc_ops/${id}`}
      nameOf={({ name }) => name}
      remove={deleteOidcOp}
      read={({ id }) => readOidcOp(id)}
      own={{
        rankOf: ({ resource }) => Number(resource === own),
        order: 'The provider you signed in with comes last',
      }}
      onDeleted={(deleted) => {
        const ids = deleted.map(({ id }) => id);
        hideOidcOps(ids);
        for (const id of ids) queryClient.removeQueries(oidcOpQuery(id));
        void refresh('provider');
      }}
    >
      <Text size="md">This will:</Text>
      <List spacing={4}>
        <List.Item>Remove their buttons from the sign-in page</List.Item>
        {complete && (
          <List.Item>
            Sign out everyone who signed in through them
            <EndedSessions ops={props.items} />
          </List.Item>
        )}
        {complete && <List.Item>Delete the stored client secrets</List.Item>}
      </List>
      <Text>
        <RecreationNote noun="provider" several />
      </Text>
    </BulkDelete>
  );
}

/** How many sessions end if providers are deleted, after a sentence; nothing if there are none, or the service doesn't say. */
function EndedSessions({ ops }: { ops: readonly OidcOp[] }) {
  const { data } = useQuery(providerUseQuery);
  const sessions = ops.reduce((sum, { id }) => sum + (data?.get(`/oidc_ops/${id}`)?.sessions ?? 0), 0);
  return sessions > 0 && ` (${count(sessions, 'session')})`;
}
