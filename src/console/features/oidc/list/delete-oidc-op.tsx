import { List, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { sentencesOf } from '../../../api/errors.ts';
import { trackJob } from '../../../data/jobs/track-job.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { useEmbedded } from '../../../data/session/use-embedded.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirmation.tsx';
import { deleteOidcOp, oidcOpKeys, refreshOidcOps } from '../../../data/oidc/providers.ts';
import { Name } from '../../../ui/name.tsx';
import { isolate } from '../../../lib/text.ts';

interface DeleteOidcOpProps {
  op: OidcOp;
  onClose(): void;
  /** Called once it's deleted, or a job is deleting it; leaves its page. */
  onDeleted?(): Promise<void>;
}

/** Lists the consequences before a provider is deleted. */
export function DeleteOidcOp({ op, onClose, onDeleted }: DeleteOidcOpProps) {
  const queryClient = useQueryClient();
  // The API doesn't say what else a remote service does.
  const embedded = useEmbedded();
  const [problem, setProblem] = useState<readonly string[]>([]);
  const [sending, setSending] = useState(false);

  async function remove() {
    setSending(true);
    setProblem([]);
    try {
      const { job } = await deleteOidcOp(op.id);
      onClose();
      // Its page would load the record again.
      await onDeleted?.();
      queryClient.removeQueries({ queryKey: ['oidc-ops', 'record', op.id] });
      if (job) {
        trackJob(job, {
          title: `Delete ${isolate(op.name)}`,
          changes: oidcOpKeys,
          affects: { path: op.resource, doing: 'deleting' },
        });
      } else {
        notify.success(`${isolate(op.name)} deleted`);
        await refreshOidcOps(queryClient);
      }
    } catch (error) {
      setProblem(sentencesOf(error));
      setSending(false);
    }
  }

  return (
    <ConfirmDialog
      title={`Delete ${isolate(op.name)}`}
      action={`Delete ${isolate(op.name)}`}
      refusal={`Couldn't delete ${isolate(op.name)}`}
      problems={problem}
      sending={sending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Text>This can't be undone. It will:</Text>
      <List size="sm" spacing={4}>
        <List.Item>
          Remove the button “<Name>{op.name}</Name>” from the sign-in page
        </List.Item>
        {embedded && (
          <List.Item>
            Sign out everyone who signed in through <Name>{op.name}</Name>
          </List.Item>
        )}
        {embedded && (
          <List.Item>Keep their accounts, but those without a password can no longer sign in</List.Item>
        )}
        {embedded && <List.Item>Delete the stored client secret, which can't be recovered</List.Item>}
      </List>
      <Text size="sm" className="muted">
        Client{' '}
        <code>
          <Name>{op.client_id}</Name>
        </code>{' '}
        stays registered at{' '}
        <code>
          <Name>{op.issuer}</Name>
        </code>
        .
      </Text>
    </ConfirmDialog>
  );
}
