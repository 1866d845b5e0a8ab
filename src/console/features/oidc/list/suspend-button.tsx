import { Menu, Text } from '@mantine/core';
import { useState } from 'react';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { enableButton } from '../../../data/oidc/providers.ts';
import { refresh } from '../../../data/refresh.ts';
import { useWatch } from '../../../data/oidc/watches.ts';
import { msg } from '../../../lib/text.ts';
import { ConfirmAction } from '../../../data/confirm-action.tsx';

type Suspendable = Pick<OidcOp, 'id' | 'name' | 'resource'>;

/** The item of a provider's menu. */
export function SuspensionItem({ op, onChoose }: { op: Suspendable; onChoose(): void }) {
  const watch = useWatch(op);
  if (!watch) return null;
  return <Menu.Item onClick={onChoose}>{watch.enabled ? 'Suspend button' : 'Resume button'}</Menu.Item>;
}

/** Suspends or resumes a provider's button, after saying what that means. */
export function SuspendButton({ op, onClose }: { op: Suspendable; onClose(): void }) {
  const watch = useWatch(op);
  // Others may change it while the dialog is open.
  const [suspended] = useState(watch?.enabled === false);
  const run = async () => {
    await enableButton(op, suspended).send();
    onClose();
    notify.success(suspended ? 'Button resumed' : 'Button suspended', msg`${op.name}`);
    await refresh('provider');
  };
  const meaning = suspended
    ? 'It returns to the sign-in page, and users can sign in through this provider again.'
    : 'Until you resume it, no one can sign in through this provider: its button leaves the sign-in page, and sign-ins under way are refused. Sessions and sign-in tests continue, and the configuration stays.';
  return (
    <ConfirmAction
      title={msg`${suspended ? 'Resume' : 'Suspend'} the button of ${op.name}?`}
      action={suspended ? 'Resume button' : 'Suspend button'}
      refusal={msg`Couldn't ${suspended ? 'resume' : 'suspend'} the button of ${op.name}`}
      isSafe={suspended}
      run={run}
      onClose={onClose}
    >
      <Text size="md">{meaning}</Text>
    </ConfirmAction>
  );
}
