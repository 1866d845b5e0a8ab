import { List, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { sentencesOf } from '../../../api/errors.ts';
import { useLocks } from '../../../data/jobs/locks.ts';
import { trackJob } from '../../../data/jobs/track-job.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { deleteOidcOp, oidcOpKeys, refreshOidcOps } from '../../../data/oidc/providers.ts';
import { useEmbedded } from '../../../data/session/use-embedded.ts';
import { count, isolate } from '../../../lib/text.ts';
import { BulkDialog } from '../../../ui/bulk/bulk-dialog.tsx';

/** Providers to delete, and a function to select those that are left. */
export interface Deletion {
  ops: readonly OidcOp[];
  select(ops: readonly OidcOp[]): void;
}

const keyOf = ({ id }: OidcOp) => String(id);
const nameOf = ({ name }: OidcOp) => name;

async function remove(op: OidcOp): Promise<'done' | 'job'> {
  const { job } = await deleteOidcOp(op.id);
  if (!job) return 'done';
  trackJob(job, {
    title: `Delete ${isolate(op.name)}`,
    changes: oidcOpKeys,
    affects: { path: op.resource, doing: 'deleting' },
  });
  return 'job';
}

/** Deletes several providers. */
export function DeleteProviders({ ops, select, onClose }: Deletion & { onClose(): void }) {
  const queryClient = useQueryClient();
  const embedded = useEmbedded();
  const locks = useLocks();
  return (
    <BulkDialog
      verb="Delete"
      participle="deleted"
      noun="provider"
      items={ops}
      keyOf={keyOf}
      nameOf={nameOf}
      exclusionOf={(op) => (locks.has(op.resource) ? 'A running job is changing this provider' : undefined)}
      run={remove}
      sentencesOf={sentencesOf}
      onEnd={(deleted, left) => {
        select(left);
        for (const { id } of deleted) queryClient.removeQueries({ queryKey: ['oidc-ops', 'record', id] });
        if (deleted.length > 0) notify.success(`${count(deleted.length, 'provider')} deleted`);
        void refreshOidcOps(queryClient);
      }}
      onClose={onClose}
    >
      <Text>This can't be undone. It will:</Text>
      <List size="sm" spacing={4}>
        <List.Item>Remove their buttons from the sign-in page</List.Item>
        {embedded && <List.Item>Sign out everyone who signed in through them</List.Item>}
        {embedded && <List.Item>Delete the stored client secrets, which can't be recovered</List.Item>}
      </List>
    </BulkDialog>
  );
}
