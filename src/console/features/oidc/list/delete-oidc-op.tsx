import { List, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { ApiError } from '../../../api/errors.ts';
import { trackJob } from '../../../data/jobs/track-job.ts';
import { notify, sentenceOf } from '../../../data/notifications/notify.ts';
import { useEmbedded } from '../../../data/session/use-embedded.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirmation.tsx';
import { deleteOidcOp, refreshOidcOps } from '../queries.ts';
import { Name } from '../../../ui/name.tsx';
import { isolate } from '../../../lib/text.ts';

interface DeleteOidcOpProps {
  op: OidcOp;
  onClose(): void;
  /** Called when it is gone, or about to go as a job. */
  onDeleted?(): void;
}

/** Says what follows before a configuration is deleted. */
export function DeleteOidcOp({ op, onClose, onDeleted }: DeleteOidcOpProps) {
  const queryClient = useQueryClient();
  // What else follows at a remote service is not in the document.
  const embedded = useEmbedded();
  const [problem, setProblem] = useState<readonly string[]>([]);
  const [sending, setSending] = useState(false);

  async function remove() {
    setSending(true);
    setProblem([]);
    try {
      const { job } = await deleteOidcOp(op.id);
      onClose();
      onDeleted?.();
      queryClient.removeQueries({ queryKey: ['oidc-ops', 'record', op.id] });
      if (job) {
        trackJob(job, `Delete ${isolate(op.name)}`, ['oidc-ops', 'oidc-logins']);
      } else {
        notify.success(`${isolate(op.name)} deleted`);
        await refreshOidcOps(queryClient);
      }
    } catch (error) {
      setProblem(error instanceof ApiError ? error.detail : [sentenceOf(error)]);
      setSending(false);
    }
  }

  return (
    <ConfirmDialog
      title={`Delete ${isolate(op.name)}`}
      action={`Delete ${isolate(op.name)}`}
      refusal={`${isolate(op.name)} was not deleted`}
      problems={problem}
      sending={sending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Text>This cannot be taken back. What follows:</Text>
      <List size="sm" spacing={4}>
        <List.Item>
          The button “<Name>{op.name}</Name>” goes from the sign-in page.
        </List.Item>
        {embedded && (
          <List.Item>
            Whoever signed in through <Name>{op.name}</Name> is signed out now.
          </List.Item>
        )}
        {embedded && (
          <List.Item>Their users stay; those without a password cannot sign in any more.</List.Item>
        )}
        {embedded && (
          <List.Item>The stored client secret goes with it, and cannot be read before that.</List.Item>
        )}
      </List>
      <Text size="sm" className="muted">
        The registration of client{' '}
        <code>
          <Name>{op.client_id}</Name>
        </code>{' '}
        at{' '}
        <code>
          <Name>{op.issuer}</Name>
        </code>{' '}
        stays there.
      </Text>
    </ConfirmDialog>
  );
}
